"""The command `chaff`, one subcommand a module."""
