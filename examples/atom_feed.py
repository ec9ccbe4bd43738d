"""Resolve each URL of an Atom feed that has an `xml:base` on the feed, on an entry and on its
content.

It prints:

    hyperlink  feed.atom      http://example.com/2005/feed.atom
    resource   icon.png       http://example.com/2005/icon.png
    identifier tag:x,2005:1   tag:x,2005:1
    hyperlink  entry.html     http://example.com/2005/07/entry.html
    resource   ../talk.ogg    http://example.com/2005/talk.ogg
    hyperlink  slides.html    http://media.example.org/slides.html
"""

from xml.etree import ElementTree

from urldom.trees import document

FEED = """\
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/2005/">
  <link rel="self" href="feed.atom"/>
  <icon>icon.png</icon>
  <entry xml:base="07/">
    <id>tag:x,2005:1</id>
    <link href="entry.html"/>
    <link rel="enclosure" href="../talk.ogg"/>
    <content type="xhtml" xml:base="http://media.example.org/">
      <div xmlns="http://www.w3.org/1999/xhtml"><a href="slides.html">Slides</a></div>
    </content>
  </entry>
</feed>"""


def main() -> None:
    feed = document(ElementTree.fromstring(FEED), "http://example.com/")
    for url in feed.urls():
        print(f"{url.kind:<10} {url.value:<14} {url.url}")


if __name__ == "__main__":
    main()
