"""What a browser sends for the URLs of a page: the table of elements, the policies of the page, and the requests."""
