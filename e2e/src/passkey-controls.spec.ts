import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FormWords } from "./form-words.ts";
import { PageWalk } from "./page-walk.ts";
import { byName, PasskeyDevice } from "./passkey-device.ts";
import { openWalked, type WalkedConsole } from "./walk-setup.ts";

let walkedConsole: WalkedConsole<Udt>;
let client: Client;
let page: Page;
let pages: PageWalk;

beforeAll(async () => {
  walkedConsole = await openWalked(async () => byName(await startUdt({ phones: 0 })));
  ({ client, page, pages } = walkedConsole);
  await PasskeyDevice.plugInto(page);
  return walkedConsole.stop;
});

describe("each control of passkeys changes something", { timeout: 300_000 }, () => {
  it("before anybody is signed in", async () => {
    const browser = await openBrowser();
    try {
      const stranger = browser.pages()[0] ?? (await browser.newPage());
      await PasskeyDevice.plugInto(stranger);
      const outside = new PageWalk(stranger, walkedConsole.udt.url);
      const root = ".login-passkey";
      expect(await outside.walk({ root, open: () => outside.load("login", root) })).toEqual([
        'button "Sign in with a passkey"',
      ]);
    } finally {
      await browser.close();
    }
  });

  it("on the account page", async () => {
    const root = 'section[aria-label="Passkeys"]';
    const { password } = walkedConsole.udt.admin;
    const open = () => pages.goAnew("userinfo", `${root} button`);
    expect(await pages.walk({ root, open })).toEqual(['button "Add a passkey"']);
    const inDialog = ".ant-modal:has(form)";
    const words = new FormWords(page, page.locator(`${inDialog} button[type=submit]`));
    const press = async (name: string) => {
      await open();
      await page.locator(root).getByRole("button", { name }).first().click();
      await page.locator(`${inDialog} form`).waitFor();
    };
    const add = async () => {
      await press("Add a passkey");
      await page.locator(inDialog).getByLabel("Your password").fill(password);
    };
    const samples = { Name: "Another", "Your password": "another pass 1" };
    const skip = { Name: "it is sent with the passkey, once the browser has made one" };
    const walked = await pages.walk({ root: inDialog, open: add, told: words.tell, samples, skip });
    expect(walked).toEqual(
      expect.arrayContaining(['text "Your password"', 'button "Cancel"', 'button "Add a passkey"']),
    );

    await add();
    await page.locator(`${inDialog} button[type=submit]`).click();
    await page.locator(".two-step-codes").waitFor();
    const { passkeys } = await client.call(ENDPOINTS.secondFactorGet, {});
    const [{ name, passkey_id }] = passkeys as [(typeof passkeys)[number]];
    expect(await pages.walk({ root, open })).toEqual([
      'button "Add a passkey"',
      `button "Rename the passkey ${name}"`,
      `button "Remove the passkey ${name}"`,
    ]);
    for (const [button, field] of [
      ["Rename the passkey", 'text "Name"'],
      ["Remove the passkey", 'text "Your password"'],
    ] as const) {
      const asked = await pages.walk({ root: inDialog, open: () => press(button), told: words.tell, samples });
      expect(asked).toContain(field);
    }
    expect(words.sent.join("\n")).toContain('"Another"');
    await client.call(ENDPOINTS.passkeyRemove, { params: { passkey_id }, body: { password } });
  });
});
