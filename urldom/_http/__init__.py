"""Where a response leads: its `Location`, `Refresh` and `Link` headers; and `data:` URLs (Fetch, HTML, RFC 8288)."""
