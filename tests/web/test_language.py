"""Four languages: nothing untranslated, nothing left over, and the page a visitor gets."""

import re
from collections.abc import Callable

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from companion.language import LANGUAGES, catalogue, messages, preferred, translations
from companion.referee.pacing import LookPace, Warmth
from companion.sentences import told
from tests.views import PLAYERS, WORDS, placed
from tests.web.browsing import LAPTOP, PHONE, TELEVISION, Guest
from tests.web.messages import WEB
from tests.web.messages import messages as messages_in_sources
from tests.web.tables import PIN, LiveTable
from tests.web.untold import untold, untold_in

TRANSLATED = [language for language in LANGUAGES if language != "en"]
PLACEHOLDER = re.compile(r"\{\w+\}|%\(\w+\)s")


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    translated = messages(language)
    missing = {message: places for message, places in messages_in_sources().items() if not translated.get(message)}
    assert missing == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_left_over_or_uncertain(language: str) -> None:
    assert set(messages(language)) - set(messages_in_sources()) == set()
    assert [message.id for message in catalogue(language) if message.fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_keeps_the_placeholders(language: str) -> None:
    for message, translation in messages(language).items():
        assert sorted(PLACEHOLDER.findall(message)) == sorted(PLACEHOLDER.findall(translation)), message


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_has_another_one_grown_on_to_it(language: str) -> None:
    for message, said in messages(language).items():
        assert len(said) < 2 * len(message) + 12, said  # short ones may take a word more


def test_in_french_signs_of_two_parts_keep_their_distance_and_begin_no_line() -> None:
    unspaced = re.compile(r"[^\N{NO-BREAK SPACE}«(!][:;?!»](?=\s|$)|«(?!\N{NO-BREAK SPACE})")
    assert [said for said in messages("fr").values() if unspaced.search(said)] == []


def test_in_french_a_name_that_begins_with_a_vowel_fits_everywhere() -> None:
    elided = re.compile(r"\b(de|que|ne|se|je) (\{(player2?|name|names|owner|other|one|holder)\}|%\(names?\)s)")
    lists_of_signs = {"must be one of {names}"}
    assert [said for message, said in messages("fr").items() if elided.search(said)
            and message not in lists_of_signs] == []  # fmt: skip


# What has one name has no second one.
SECOND_NAMES = {
    "de": r"Handy|Beleg|belegen|Stichrunde|offene[nr]? Stapel|Offener Stapel|PASSE\b",
    "fr": r"\bchrono\b|\bprimes?\b|carte action|\b(une|d’une|la) PASSE\b|\b[Tt]u (as|es|n’es)\b|te (joindre|faire)",
    "nl": r"woordenboek|[Dd]riedubbel|„|ligt dwars|gesloten kaart|PAS\b|op tijd of|De timer",
}


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_has_two_names_in_one_language(language: str) -> None:
    second = re.compile(SECOND_NAMES[language])
    assert [said for said in messages(language).values() if second.search(said)] == []


def test_no_message_hides_from_the_extractor() -> None:
    called = {
        text.replace('\\"', '"')
        for path in (WEB / "static" / "js").glob("*.js")
        for text in re.findall(r'\bt\("((?:[^"\\]|\\.)*)"', path.read_text(encoding="utf-8"))
    }
    assert called - set(messages_in_sources()) == set()
    assert len(called) > 150


def test_no_sentence_about_what_is_wrong_is_said_in_english_only() -> None:
    assert untold() == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('raise BadInput(f"no {thing}")', [1]),
        ('def f():\n    raise Refused(404, "nobody")', [2]),
        ('def f(x):\n    why = "no" if x else told("yes")\n    return Malformed("at", why)', [3]),
        ('self._faults["lamp"] = str(error)', [1]),
        ('def pin_fault(pin) -> str:\n    return "pin " + pin', [2]),
        ('raise BadInput(told("no {thing}", thing=thing))', []),
        ("raise BadInput(error.sentence) from error", []),
        ('def problem(self, value) -> str | None:\n    return None if value else told("must be there")', []),
        ("def f(sentence):\n    raise BadInput(sentence)", []),
    ],
)
def test_what_is_not_told_is_found(source: str, lines: list[int]) -> None:
    assert untold_in(source) == lines


def test_english_gives_messages_back() -> None:
    assert translations("en").gettext("Who plays?") == "Who plays?"
    assert translations("nl").gettext("Who plays?") == "Wie speelt er mee?"
    assert messages("en") == {}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("nl", "nl"),
        ("nl-BE,nl;q=0.9,en;q=0.8", "nl"),
        ("es, de;q=0.5, fr;q=0.7", "fr"),
        ("es", "en"),
        ("nl;q=0, de;q=0.1", "de"),
        ("*", "en"),
        ("de;q=much", "en"),
    ],
)
def test_the_browsers_wish(header: str, language: str) -> None:
    assert preferred(header) == language


@given(st.text())
def test_any_header_gives_a_language(header: str) -> None:
    assert preferred(header) in LANGUAGES


def test_the_choice_goes_before_the_browser_and_the_address_before_both(client: httpx.Client) -> None:
    headers = {"Accept-Language": "fr"}
    assert '<html lang="fr"' in client.get("/play", headers=headers).text
    chosen = {**headers, "Cookie": "tableside-language=de"}
    assert '<html lang="de"' in client.get("/play", headers=chosen).text
    assert '<html lang="nl"' in client.get("/play?lang=nl", headers=chosen).text
    assert '<html lang="de"' in client.get("/play?lang=<script>", headers=chosen).text


@pytest.mark.browser
def test_a_visitor_changes_the_language(table: LiveTable, guest: Callable[..., Guest]) -> None:
    laptop = guest(table.address, size=LAPTOP, locale="nl-NL")
    expect(laptop.see("quiet")).to_contain_text("Wie speelt er mee?")
    laptop.page.locator("[data-language]").select_option("fr")
    expect(laptop.see("quiet")).to_contain_text("Qui joue ?")
    expect(laptop.page.get_by_role("button", name="Commencer la partie")).to_be_visible()


NO_COOKIES = 'Object.defineProperty(Document.prototype, "cookie", { get: () => "", set() {} })'


@pytest.mark.browser
@pytest.mark.parametrize("script", ["", NO_COOKIES])
def test_a_visitor_changes_the_language_where_the_address_says_one(
    table: LiveTable, guest: Callable[..., Guest], script: str
) -> None:
    phone = guest(f"{table.site.join_address}&lang=en", size=PHONE, script=script)
    for language, asked in (("nl", "Je naam"), ("fr", "Votre nom")):
        phone.page.locator("[data-language]").select_option(language)
        expect(phone.page.locator("html")).to_have_attribute("lang", language)
        expect(phone.page.locator("main")).to_contain_text(asked)


FORM = """() => document.querySelector("main").insertAdjacentHTML("beforeend", `<form id="all">
    <input name="name" required><input name="seats" type="number" min="3" max="6" value="9">
    <input name="word" pattern="[a-z]*" title="letters" value="A1">
    <select name="card" required><option value="">?</option><option>A</option></select>
    <input name="side" type="radio" value="left" required><input name="side" type="radio" value="right" required>
    <button>Send</button></form>`)"""
WANTED = """() => Object.fromEntries([...document.querySelectorAll("#all :is(input, select)")].map((field) =>
    [field.value || field.name, field.validationMessage]))"""


@pytest.mark.browser
def test_what_a_form_still_wants_is_said_in_the_language_of_the_page(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    phone = guest(f"{table.site.join_address}&lang=nl", size=PHONE, locale="en-GB")
    name, sit_down = phone.page.locator("input[name=name]"), phone.page.get_by_role("button", name="Ga zitten")
    sit_down.click()
    assert name.evaluate("(field) => field.validationMessage") == "Dit moet nog worden ingevuld."
    name.fill("Ann")
    with phone.answered("/api/join"):
        sit_down.click()
    phone.page.evaluate(FORM)
    send = phone.page.get_by_role("button", name="Send")
    send.click()
    assert phone.page.evaluate(WANTED) == {
        "name": "Dit moet nog worden ingevuld.",
        "9": "Hier hoort een getal van 3 tot 6.",
        "A1": "Hier hoort: letters.",
        "card": "Kies er een.",
        "left": "Kies er een.",
        "right": "Kies er een.",
    }
    phone.page.locator("#all [value=left]").check()
    for field, value in (("name", "Ann"), ("seats", "4"), ("word", "zoo")):
        phone.page.locator(f"#all [name={field}]").fill(value)
    phone.page.locator("#all [name=card]").select_option("A")
    assert phone.page.locator("#all").evaluate("(form) => form.checkValidity()")


@pytest.mark.browser
def test_reasons_are_told_in_the_language_of_the_page(table: LiveTable, guest: Callable[..., Guest]) -> None:
    table.submit(lambda referee: referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}}))
    table.play(placed("ZOO?"))
    kiosks = {lang: guest(f"{table.address}/kiosk?lang={lang}", size=TELEVISION, locale="en-GB") for lang in LANGUAGES}
    table.play([{"event": "challenge", "player": "Bob"}, {"event": "name_word", "player": "Ann", "word": "zookeeper"}])
    said = {
        "en": "“zookeeper” is a word, and ZOOK in it is not finished: Bob takes Z 10 + O 2 + O 2 + wild 1 = 15 chips.",
        "nl": "“zookeeper” is een woord, en ZOOK daarin is niet af: Bob neemt Z 10 + O 2 + O 2 + joker 1 = 15 fiches.",
        "fr": "«\N{NO-BREAK SPACE}zookeeper\N{NO-BREAK SPACE}» est un mot, et ZOOK n’y est pas fini : "
        "Bob prend Z 10 + O 2 + O 2 + joker 1 = 15 jetons.",
        "de": "„zookeeper“ ist ein Wort, und ZOOK darin ist nicht fertig: "
        "Bob nimmt Z 10 + O 2 + O 2 + Joker 1 = 15 Chips.",
    }
    for lang, kiosk in kiosks.items():
        expect(kiosk.see("ruling").locator(".reason")).to_have_text(said[lang])
    assert table.view.protocol[-1].ruling.reason == said["en"]
    result = guest(f"{table.address}/kiosk", size=LAPTOP)
    result.page.goto(f"{table.address}/matches/1?lang=de")
    expect(result.page.locator("tbody")).to_contain_text(said["de"])


@pytest.mark.browser
def test_what_is_wrong_is_told_in_the_language_of_the_page(
    strict_table: LiveTable, guest: Callable[..., Guest]
) -> None:
    table = strict_table
    # A part that fails, on kiosk and host.
    fault = told("the camera ({name}) gives no picture any more; check its cable", name="usb:0")
    table.submit(lambda referee: referee.fault("camera", fault)).result()
    kiosk = guest(f"{table.address}/kiosk?lang=nl", size=TELEVISION)
    expect(kiosk.see("notices")).to_have_text("de camera (usb:0) geeft geen beeld meer; controleer de kabel")
    # A request that is refused, and an event that has the wrong form.
    phone = guest(f"{table.address}/host?lang=fr", size=PHONE)
    phone.page.locator("#pin").fill("none")
    phone.press("Ouvrir")
    expect(phone.page.locator("#problem")).to_have_text("ce n’est pas le code PIN affiché sur l’écran de la table")
    table.submit(lambda referee: referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}}))
    table.play(placed("ZO"))
    host = guest(f"{table.address}/host?lang=de", size=LAPTOP, locale="de-DE")
    host.page.locator("#pin").fill(PIN)
    host.press("Öffnen")
    expect(host.page.locator("#now")).to_contain_text("die Kamera (usb:0) gibt kein Bild mehr; bitte ihr Kabel prüfen")
    oldest = host.page.locator("#protocol li").last
    oldest.locator("summary").click()
    oldest.locator("[value=Z]").evaluate("one => { one.value = '7'; }")  # which no tile says
    oldest.get_by_role("button", name="Dadurch ersetzen").click()
    expect(host.page.locator("#problem")).to_have_text(
        "Das Feld „Karte“ muss ein Großbuchstabe A–Z oder „?“ für eine verdeckte Karte sein."
    )
    # A machine that is too hot to look often.
    pace = LookPace().at(Warmth(81.0)).said
    assert pace is not None
    table.pace = pace
    table.play([{"event": "place", "player": "Cy", "card": "O"}])
    expect(host.page.locator("[data-part=pace]")).to_have_text("Kamera: schaut alle 250 ms: der Prozessor hat 81 °C")
    # No answer at all.
    table.close()
    try:
        host.press("Rückgängig")
        expect(host.page.locator("#problem")).to_have_text("Der Tisch antwortet nicht.")
    finally:
        table.start()
