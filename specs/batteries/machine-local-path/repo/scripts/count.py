print("3,114 sightings")
