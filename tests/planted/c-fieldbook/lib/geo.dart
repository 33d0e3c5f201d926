class LatLng {}
