"""The site in a real browser: the machine's own Chromium or Chrome, driven by Playwright."""

import functools
import http.server
import os
import re
import shutil
import threading
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

PAGES = [
    "",
    "how-this-site-works/",
    "lessons/bandwidth/",
    "lessons/capacity/",
    "lessons/every-claim/",
    "lessons/many-gpus/",
    "lessons/network/",
    "lessons/inference-parts/",
    "lessons/lifetime/",
    "lessons/roofline/",
    "lessons/rough-and-exact/",
    "lessons/training-vs-inference/",
    "notebooks/memory-bill/",
    "reference/api/speed/",
    "reference/every-figure/",
    "reference/glossary/",
    "reference/models/",
    "reference/parts/",
    "reference/sources/",
]
LESSON = "lessons/training-vs-inference/"
NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]

# The theme draws diagrams into closed shadow roots; tests want to look inside.
OPEN_SHADOWS = """
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function () { return attach.call(this, { mode: "open" }); };
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts.push(entry.value);
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture(scope="module")
def browser():
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        say(f"no browser on this machine: install one of {', '.join(NAMES)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(site):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(site))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture
def visit(browser, address):
    """Open a page; whatever goes wrong on it until the test's end fails the test."""
    contexts, wrong = [], []

    def visit(path, width=1280, scheme="light"):
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        context.add_init_script(OPEN_SHADOWS)
        page = context.new_page()
        page.on(
            "console",
            lambda message: wrong.append(message.text) if message.type == "error" else None,
        )
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("requestfailed", lambda request: wrong.append(f"failed: {request.url}"))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((address, "data:"))
                else wrong.append(f"another host: {request.url}")
            ),
        )
        page.goto(address + path)
        if page.locator(".mermaid").count():
            page.wait_for_selector("div.mermaid")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_stays_still_and_does_not_scroll_sideways(visit, path, width, scheme):
    page = visit(path, width, scheme)
    assert sum(page.evaluate("window.shifts")) < 0.01
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    red = int(re.findall(r"\d+", background)[0])
    assert (red > 128) == (scheme == "light")


# For each text node: the contrast of its colour with the background that it stands on.
CONTRAST = """
() => {
  const known = new Map();  // a canvas for each colour, not for each text
  const rgba = (text) => {
    if (!known.has(text)) {
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
      known.set(text, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return known.get(text);
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => v / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const over = (top, below) => top.slice(0, 3)
    .map((v, i) => (v * top[3] + below[i] * (255 - top[3])) / 255).concat(255);
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      layers.push(color);
      if (color[3] === 255) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 255]);
  };
  const low = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    const style = getComputedStyle(element);
    if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        || element.closest(".md-skip, .headerlink, .md-clipboard, .md-search__output")) continue;
    const below = behind(element);
    const ink = over(rgba(element instanceof SVGElement ? style.fill : style.color), below);
    const [a, b] = [luminance(ink), luminance(below)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) low.push(`${ratio.toFixed(2)} ${element.tagName} ${text.slice(0, 40)}`);
  }
  return low;
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_text_has_enough_contrast(visit, path, scheme):
    page = visit(path, 1280, scheme)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    assert page.evaluate(CONTRAST) == []


@pytest.mark.parametrize("path", PAGES)
def test_every_diagram_parses(visit, path):
    page = visit(path)
    sources = page.evaluate(
        """async () => {
          const html = await (await fetch(location.href)).text();
          const page = new DOMParser().parseFromString(html, "text/html");
          return [...page.querySelectorAll("pre.mermaid")].map((pre) => pre.textContent);
        }"""
    )
    assert len(sources) == (1 if path == LESSON else 0)
    for source in sources:
        assert page.evaluate("(source) => mermaid.parse(source)", source)
    assert page.locator("div.mermaid").count() == len(sources)


# Of each label in the drawing: its text, its height on the screen, and whether it is whole.
LABELS = """
() => [...document.querySelectorAll("div.mermaid")].flatMap((host) => {
  const svg = host.shadowRoot.querySelector("svg");
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return [...svg.querySelectorAll("foreignObject")].filter((box) => box.textContent.trim())
    .map((box) => ({
      text: box.textContent,
      height: parseFloat(getComputedStyle(box.querySelector("span, p")).fontSize) * scale,
      whole: box.firstElementChild.scrollWidth <= box.width.baseVal.value + 1,
    }));
})
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_diagram_is_drawn_large_enough_to_read(visit, width, scheme):
    page = visit(LESSON, width, scheme)
    labels = page.evaluate(LABELS)
    assert len(labels) == 8  # six boxes in two lanes
    assert min(label["height"] for label in labels) >= 12
    assert [label["text"] for label in labels if not label["whole"]] == []
    room = "[...document.querySelectorAll('.diagram')].map((d) => [d.scrollHeight, d.clientHeight])"
    for drawn, kept in page.evaluate(room):
        assert drawn <= kept + 1
    assert any("keep every" in label["text"] and "51.5 GB" in label["text"] for label in labels)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_diagram_is_drawn_in_the_space_kept_for_it(visit, width):
    # A reader who comes in below the diagram must not see the text move.
    page = visit(LESSON + "#how-it-really-works", width)
    page.wait_for_timeout(300)
    assert sum(page.evaluate("window.shifts")) < 0.01


@pytest.mark.parametrize("path", [LESSON, "notebooks/memory-bill/"])
def test_charts_are_readable_on_a_phone_and_follow_the_palette(visit, path):
    sizes = """() => [...document.querySelectorAll("figure.chart svg")].map((svg) => {
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      return Math.min(...[...svg.querySelectorAll("text")]
        .map((text) => parseFloat(getComputedStyle(text).fontSize) * scale));
    })"""
    inks = """() => [...new Set([...document.querySelectorAll("figure.chart svg text")]
      .map((text) => getComputedStyle(text).fill))]"""
    light, dark = (visit(path, 390, scheme) for scheme in ("light", "dark"))
    assert len(light.evaluate(sizes)) == 2
    assert min(light.evaluate(sizes)) >= 11
    assert not set(light.evaluate(inks)) & set(dark.evaluate(inks))
    for label in light.locator("figure.chart svg").all():
        assert label.get_attribute("aria-label")


def test_answers_open(visit):
    page = visit(LESSON)
    answer = page.locator("details.question").first
    text = answer.locator("p").first
    assert not text.is_visible()
    answer.locator("summary").click()
    assert text.is_visible()


def test_a_charts_numbers_open(visit):
    numbers = visit(LESSON).locator("figure.chart details").last
    numbers.locator("summary").click()
    assert "179.5 GB" in numbers.inner_text()


def test_search_finds_the_kv_cache(visit):
    page = visit("")
    page.locator(".md-search__input").click()
    page.keyboard.type("KV cache")
    results = page.locator(".md-search-result__link")
    results.first.wait_for()
    found = [result.get_attribute("href") for result in results.all()]
    assert any("training-vs-inference" in address for address in found)


def test_the_palette_survives_a_reload(visit):
    page = visit("")
    scheme = "document.body.getAttribute('data-md-color-scheme')"
    assert page.evaluate(scheme) == "default"
    for _ in range(2):  # from the system's, to light, to dark
        page.locator("label.md-header__button[for^='__palette']:visible").click()
    assert page.evaluate(scheme) == "slate"
    page.reload()
    assert page.evaluate(scheme) == "slate"


def test_the_copy_button_copies_the_code(visit):
    page = visit(LESSON)
    block = page.locator(".highlight", has_text="same model, two very different").first
    block.hover()
    block.locator("button[data-md-type='copy'], .md-clipboard").first.click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == Path("snippets/footprint.py").read_text(encoding="utf-8").strip()


def test_the_notebook_downloads_and_links_to_the_lesson(visit):
    page = visit("notebooks/memory-bill/")
    with page.expect_download() as download:
        page.get_by_text("Download this notebook").click()
    assert download.value.suggested_filename == "memory-bill.ipynb"
    page.locator("article").get_by_role("link", name="the lesson", exact=True).click()
    page.wait_for_url("**/lessons/training-vs-inference/")


def test_the_table_of_contents_leads_to_headings(visit):
    for path in (LESSON, "notebooks/memory-bill/"):
        page = visit(path)
        targets = page.evaluate(
            "[...document.querySelectorAll('.md-nav--secondary a.md-nav__link')].map((a) => a.hash)"
        )
        assert len(targets) > 5
        for target in targets:
            assert page.evaluate("(hash) => document.querySelector(hash) !== null", target), target


def test_evidence_opens_by_keyboard_and_closes_again(visit):
    page = visit(LESSON)
    button = page.get_by_role("button", name="Evidence: decode waits for memory")
    evidence = page.locator("#claim-decode-waits-for-memory")
    assert not evidence.is_visible()
    button.focus()
    page.keyboard.press("Enter")
    assert evidence.is_visible()
    assert "7.5 FLOP/B" in " ".join(evidence.inner_text().split())
    page.keyboard.press("Escape")
    assert not evidence.is_visible()


@pytest.mark.parametrize("width", [1280, 390])
def test_evidence_stays_on_the_screen(visit, width):
    page = visit(LESSON, width)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    for button in page.locator(".claim-ask").all():
        button.scroll_into_view_if_needed()
        button.click()
        box = page.locator(".evidence:popover-open").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        page.keyboard.press("Escape")


def test_a_figure_answers_when_it_is_clicked_on(visit):
    page = visit(LESSON)
    figure = page.locator("article data.figure", has_text="18.7 GB").locator("visible=true").first
    figure.click()
    answer = page.locator(".answer-beside")
    assert "18,684,354,560 B" in answer.inner_text()
    assert "16,000,000,000 B + 2,147,483,648 B + 536,870,912 B" in answer.inner_text()
    page.keyboard.press("Escape")
    assert not answer.is_visible()


@pytest.mark.parametrize("width", [1280, 390])
def test_an_answer_stands_inside_the_window(visit, width):
    page = visit(LESSON, width)
    figures = page.locator("article td data.figure").locator("visible=true")
    for number in range(0, figures.count(), 7):
        figures.nth(number).scroll_into_view_if_needed()
        figures.nth(number).click()
        box = page.locator(".answer-beside").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] >= 0 and box["y"] + box["height"] <= 900
        page.keyboard.press("Escape")


def test_a_figure_in_an_evidence_answers_on_top_of_it(visit):
    page = visit(LESSON)
    page.get_by_role("button", name="Evidence: the same arithmetic").click()
    evidence = page.locator(".evidence:popover-open").first
    evidence.locator("data.figure").first.click()
    assert page.locator(".answer-beside").is_visible()
    assert evidence.is_visible()


def test_figures_are_no_stops_for_the_keyboard(visit):
    page = visit(LESSON)
    assert page.locator("article data[tabindex]").count() == 0
    summary = page.locator(".answers > summary")
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator(".answers .answer").first.is_visible()


def test_a_link_to_the_code_shows_the_line(visit):
    page = visit(LESSON)
    page.locator(".answers > summary").click()
    page.locator(".answers .answer a", has_text="footprint.py").first.click()
    assert "/source/snippets/#footprint-" in page.url
    assert page.locator(":target").inner_text().strip() != ""


# The sentences whose button, or a comma after it, begins a line of its own.
ALONE = """
() => {
  const middle = (box) => (box.top + box.bottom) / 2;
  return [...document.querySelectorAll(".claim")].filter((claim) => {
    const range = document.createRange();
    range.selectNodeContents(claim.querySelector("span"));
    const last = middle([...range.getClientRects()].at(-1));
    const ends = [middle(claim.querySelector(".claim-ask").getBoundingClientRect())];
    const next = claim.nextSibling;
    if (next && /^[,.:;)]/.test(next.textContent)) {
      range.setStart(next, 0);
      range.setEnd(next, 1);
      ends.push(middle(range.getBoundingClientRect()));
    }
    const line = parseFloat(getComputedStyle(claim).lineHeight);
    return ends.some((end) => end - last > line / 2);
  }).map((claim) => claim.querySelector("span").textContent);
}
"""


@pytest.mark.parametrize("path", [path for path in PAGES if path.startswith("lessons/")])
def test_a_claims_button_stays_with_its_sentence(visit, path):
    page = visit(path)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    for width in (1280, *range(320, 400, 10)):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(ALONE) == [], width


def test_a_print_is_a_document_with_the_answers_at_its_end(visit):
    page = visit(LESSON)
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    answers = page.locator(".printed-answers")
    assert answers.locator("> strong").count() == page.locator("details.question").count() == 6
    assert "76.9 GB" in answers.inner_text()
    for hidden in (".claim-ask", "details.question", ".answers", ".md-header", ".md-footer"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator("details:not(.question, .answers) pre").first.is_visible()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert answers.count() == 0
    assert page.locator("article details[open]").count() == 0


@pytest.mark.parametrize("width", [1280, 390])
def test_a_term_tells_its_meaning_to_the_keyboard_and_leads_to_its_entry(visit, width):
    page = visit("lessons/capacity/", width)
    term = page.locator("a.term-link").first
    meaning = term.get_attribute("title")
    term.focus()
    tooltip = page.get_by_role("tooltip")
    tooltip.wait_for()
    assert tooltip.inner_text().strip() == meaning
    assert term.get_attribute("aria-describedby") == tooltip.get_attribute("id")
    page.keyboard.press("Enter")
    page.wait_for_url("**/reference/glossary/#*")
    entry = page.locator("dt:target + dd")
    assert meaning in entry.inner_text()
    assert entry.evaluate("entry => entry.previousElementSibling.getBoundingClientRect().top") > 0


@pytest.mark.parametrize("path", ["reference/models/", "reference/parts/"])
def test_a_wide_table_scrolls_in_its_own_box_beside_its_first_column(visit, path):
    page = visit(path, 390)
    boxes = page.locator(".reference .md-typeset__scrollwrap")
    assert boxes.count() == 2
    for box in boxes.all():
        assert box.evaluate("box => box.scrollWidth > box.clientWidth")
        left = "box => box.querySelector('tbody td').getBoundingClientRect().left"
        before = box.evaluate(left)
        box.evaluate("box => { box.scrollLeft = 100 }")
        assert box.evaluate("box => box.scrollLeft") == 100
        assert box.evaluate(left) == before
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
