"""Do the work of a page's script without a browser: assign to the links of a page, and change its
base.

It needs lxml.

It prints:

    https://www.shop.example/list?ref=home#new
    https://www.shop.example/list?page=2&ref=home
    https://archive.example/2014/list
    <a href="https://www.shop.example/list?page=2&amp;ref=home">Page 2</a>
"""

from lxml import html

from urldom.trees import document

PAGE = """<base href="http://shop.example/">
<a href="list#new">New</a> <a href="list?page=1">Page 2</a> <a href="list">Old</a>"""


def main() -> None:
    tree = html.document_fromstring(PAGE)
    page = document(tree, "http://localhost/")
    new, second, old = (page.url_of(a) for a in tree.iter("a"))
    # for (const a of document.links) { a.protocol = "https" }  // and so on
    for url in (new, second):
        url.assign(protocol="https", hostname=f"www.{url.hostname}")
        url.params["ref"] = "home"
    second.params["page"] = 2
    # document.querySelector("base").href = "https://archive.example/2014/"
    tree.find(".//base").set("href", "https://archive.example/2014/")
    for url in (new, second, old):
        print(url.href)
    print(html.tostring(tree.findall(".//a")[1], encoding="unicode", with_tail=False))


if __name__ == "__main__":
    main()
