"""Clients from a WSDL."""
