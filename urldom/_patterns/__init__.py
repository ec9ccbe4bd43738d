"""The URL Pattern Standard: its algorithms by their names, with a module for each section or struct."""
