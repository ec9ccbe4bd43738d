"""The `Location`, `Refresh` and `Link` headers of a response, and `data:` URLs (Fetch, HTML, RFC 8288)."""
