from device.adb import shell
from device.steps import step


def test_says_which_model_it_is():
    with step("ask for the model"):
        model = shell("getprop", "ro.product.model")
    assert model.strip() != ""


def test_shows_its_home_screen():
    with step("press Home"):
        shell("input", "keyevent", "KEYCODE_HOME")
