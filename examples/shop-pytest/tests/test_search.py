import time

from shop.screen import find, find_all, tap, type_into, until
from shop.steps import step


def prices():
    return [node.text for node in find_all("product_price")]


def test_finds_by_part_of_a_name():
    with step("search for orbit"):
        type_into("search_input", "orbit")
    until("one result", lambda: len(prices()) == 1)
    assert prices() == ["€199.00"]


def test_says_when_nothing_is_found():
    with step("search for submarine"):
        type_into("search_input", "submarine")
    find("no_results")
    assert prices() == []


def test_every_category_has_something():
    """Slow, as tests that wait for something outside are."""
    for category in ["audio", "home", "wear", "desk"]:
        with step(f"choose {category}"):
            tap(f"category_{category}")
            until(f"{category} being chosen", lambda: find(f"category_{category}").selected)
            time.sleep(1)
        assert prices(), category
