project = "tidewater"
