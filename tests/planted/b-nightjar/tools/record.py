print("record")
