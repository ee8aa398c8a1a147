import pytest

from shop.app import EMAIL, PASSWORD, sign_in
from shop.screen import find, find_all, tap
from shop.steps import step


@pytest.fixture(autouse=True)
def account_page(fresh_shop):
    with step("open the account"):
        tap("account_button")


@pytest.mark.parametrize(
    ("email", "password", "refused", "accepted"),
    [
        ("ada", PASSWORD, "email_error", "password_error"),
        (EMAIL, "short", "password_error", "email_error"),
    ],
    ids=["address without a domain", "short password"],
)
def test_refuses(email, password, refused, accepted):
    sign_in(email, password)
    find(refused)
    assert not find_all(accepted)


def test_shows_who_is_signed_in():
    sign_in(EMAIL, PASSWORD)
    tap("account_button")
    assert find("signed_in_as").text == EMAIL


def test_can_be_undone():
    sign_in(EMAIL, PASSWORD)
    tap("account_button")
    with step("sign out"):
        tap("sign_out")
    find("email_input")
