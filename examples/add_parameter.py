"""Add a parameter to each link that stays on the site of its page. The existing bytes of each query
do not change.

It needs lxml, and publicsuffixlist (the extra `site`).

It prints:

    http://www.example.co.uk/search?q=%EC%E8%F0&ref=mail
    http://example.co.uk/a?x=%7e&&y&ref=mail#b
    #top
    http://other.co.uk/
    mailto:someone@example.co.uk
    http://[
"""

from lxml import html

from urldom.hosts import same_site
from urldom.trees import document

PAGE = """\
<meta charset="windows-1251"><a name="top"></a>
<a href="search?q=мир">peace</a>
<a href="http://example.co.uk/a?x=%7e&&y&ref=web#b">home</a> <a href="#top">up</a>
<a href="http://other.co.uk/">elsewhere</a>
<a href="mailto:someone@example.co.uk">mail</a> <a href="http://[">b</a>
""".encode("windows-1251")


def main() -> None:
    tree = html.document_fromstring(PAGE)
    page = document(tree, "http://www.example.co.uk/index.html")
    for link in tree.iterfind(".//a[@href]"):
        url = page.url_of(link)
        if url and not url.reference.startswith("#") and same_site(url, page.address):
            url.params["ref"] = "mail"  # This writes the attribute in the tree.
        print(link.get("href"))


if __name__ == "__main__":
    main()
