//! Beacons.
