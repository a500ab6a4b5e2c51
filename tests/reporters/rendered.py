"""Markdown as a forge shows it: rendered to HTML, then read back as text, tables and tags."""

from html.parser import HTMLParser

from markdown_it import MarkdownIt

FORGE = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

VOID = {"br", "hr", "wbr", "img"}


class Page(HTMLParser):
    """What a reader of the page would find in it.

    Attributes:
        tables: Rows of cells, one list a table.
        codes: Text of every code element.
        outside: Text that is not in a code element.
        tags: Names of all elements.
        comments: Text of all comments.
        open: Elements that were never closed.
    """

    def __init__(self, markdown):
        super().__init__(convert_charrefs=True)
        self.tables, self.codes, self.comments, self.open = [], [], [], []
        self.outside = ""
        self.tags = set()
        self.feed(FORGE.render(markdown))
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        match tag:
            case "table":
                self.tables.append([])
            case "tr":
                self.tables[-1].append([])
            case "td" | "th":
                self.tables[-1][-1].append("")
            case "code":
                self.codes.append("")
            case "br":
                self.handle_data("\n")

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_comment(self, data):
        self.comments.append(data)

    def handle_data(self, data):
        if "code" in self.open:
            self.codes[-1] += data
        else:
            self.outside += data
        if "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1] += data
