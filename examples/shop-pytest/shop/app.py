"""The shop as its users know it."""

import json
import os
import re

from .adb import shell
from .screen import find, tap, type_into
from .steps import step

PACKAGE = os.environ.get("UDT_APP_PACKAGE") or "dev.udt.shop"

# The row of the job's account file, or an account that the shop accepts like any other.
_account = json.loads(os.environ.get("UDT_ACCOUNT") or "{}")
EMAIL = _account.get("account") or "ada@example.com"
PASSWORD = _account.get("password") or "lighthouse"


def open_shop():
    """The shop as after its installation, at its first screen."""
    with step("open the shop"):
        shell("am", "force-stop", PACKAGE)
        shell("pm", "clear", PACKAGE)
        shell("am", "start", "-W", "-n", f"{PACKAGE}/.CatalogueActivity")
        find("product_grid")


def add_to_cart(sku):
    with step(f"add {sku} to the cart"):
        shell("am", "start", "-W", "-n", f"{PACKAGE}/.CatalogueActivity", "--es", "sku", sku)
        tap("add_to_cart")


def open_cart():
    with step("open the cart"):
        tap("cart_button")


def sign_in(email, password):
    with step(f"sign in as {email}"):
        type_into("email_input", email)
        type_into("password_input", password)
        shell("input", "keyevent", "KEYCODE_ENTER")


def cents(text):
    """Of a text such as `€129.00`."""
    return round(float(re.sub(r"[^\d.]", "", text)) * 100)
