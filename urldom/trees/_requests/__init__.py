"""The requests of a browser for the URLs of a page, by the table of elements and the policies of
the page."""
