import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { find, findAll, tap } from "../lib/screen.ts";
import { EMAIL, fillSignIn, openAccount, openShop, PASSWORD } from "../lib/shop.ts";
import { step } from "../lib/step.ts";

describe("signing in", () => {
  beforeEach(async () => {
    await openShop();
    await openAccount();
  });

  test("refuses an address without a domain", async () => {
    await fillSignIn("ada", PASSWORD);
    await find({ id: "email_error" });
    assert.equal((await findAll({ id: "password_error" })).length, 0);
  });

  test("refuses a short password", async () => {
    await fillSignIn(EMAIL, "short");
    await find({ id: "password_error" });
    assert.equal((await findAll({ id: "email_error" })).length, 0);
  });

  test("shows who is signed in", async () => {
    await fillSignIn(EMAIL, PASSWORD);
    await openAccount();
    assert.equal((await find({ id: "signed_in_as" })).text, EMAIL);
  });

  test("can be undone", async () => {
    await fillSignIn(EMAIL, PASSWORD);
    await openAccount();
    await step("sign out", () => tap({ id: "sign_out" }));
    await find({ id: "email_input" });
  });
});
