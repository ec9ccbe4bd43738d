"""The standards, one module or folder for each. No standard imports another."""
