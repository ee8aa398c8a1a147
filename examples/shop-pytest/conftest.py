import pytest

from shop.app import open_shop


@pytest.fixture(autouse=True)
def fresh_shop():
    open_shop()
