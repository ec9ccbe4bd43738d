"""The core: text, values, standards, base contexts and URL objects. Everything else of urldom
stands on it."""
