"""Base contexts: documents, elements, and the base URL of RFC 1808 (HTML5 2.6.3 step 4 and HTML5
2.6.5)."""
