import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { authenticatorCode, openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FormWords } from "./form-words.ts";
import { PageWalk } from "./page-walk.ts";
import { openWalked, type WalkedConsole } from "./walk-setup.ts";

const password = "a long pass 2";
let walkedConsole: WalkedConsole<Udt>;
let client: Client;
let page: Page;
let pages: PageWalk;

beforeAll(async () => {
  walkedConsole = await openWalked(() => startUdt({ phones: 0 }));
  ({ client, page, pages } = walkedConsole);
  return walkedConsole.stop;
});

const lookOf = () =>
  page.evaluate(() => `${document.documentElement.dataset["theme"]} ${localStorage.getItem("theme-mode")}`);

describe("each control changes something before anybody is signed in", { timeout: 300_000 }, () => {
  let stranger: Page;
  let outside: PageWalk;
  beforeAll(async () => {
    const browser = await openBrowser();
    stranger = browser.pages()[0] ?? (await browser.newPage());
    outside = new PageWalk(stranger, walkedConsole.udt.url);
    return () => browser.close();
  });
  /** Whether a password shows is told by the kind of its field alone. */
  const kinds = () =>
    stranger.locator("input").evaluateAll((fields) => fields.map((field) => field.getAttribute("type")).join());
  const form = (path: string) => {
    const words = new FormWords(stranger, stranger.locator("button[type=submit]"));
    const open = () => outside.load(path, "main form");
    return { words, wish: { open, told: words.tell, seen: kinds } };
  };

  it("of signing in", async () => {
    const { words, wish } = form("login");
    const samples = { Email: "grace@example.com", Password: password };
    const walked = await outside.walk({ ...wish, samples });
    expect(walked).toEqual(
      expect.arrayContaining(['text "Email"', 'text "Password"', 'button "Show password"', 'link "Register"']),
    );
    for (const each of Object.values(samples)) expect(words.sent.at(-1)).toContain(each);
  });

  it("of registering", async () => {
    const { words, wish } = form("signup");
    const samples = {
      Nickname: "Grace",
      Email: "grace@example.com",
      Password: password,
      "Repeat the password": password,
    };
    const walked = await outside.walk({ ...wish, samples });
    expect(walked).toEqual(
      expect.arrayContaining(['text "Nickname"', 'text "Repeat the password"', 'button "Show password" (2)']),
    );
    for (const each of Object.values(samples)) expect(words.sent.at(-1)).toContain(each);
  });

  it("of its language and theme, and of a sign-in that failed", async () => {
    const theme = () => stranger.evaluate(() => document.documentElement.dataset["theme"] ?? "");
    const root = ".login-switches";
    expect(await outside.walk({ open: () => outside.load("login", root), root, seen: theme })).toHaveLength(2);
    const failed = () => outside.load("oauth/success?error=user_expired&redirect=%2Fhome", "main .login-submit");
    expect(await outside.walk({ open: failed })).toEqual(['link "Go to sign-in"']);
  });
});

describe("each control of one's own account changes something", { timeout: 300_000 }, () => {
  const section = (name: string, there = "button") => {
    const root = `section[aria-label="${name}"]`;
    return { root, open: () => pages.goAnew("userinfo", `${root} ${there}`) };
  };

  it("of its password", async () => {
    const { root, open } = section("Password");
    const words = new FormWords(page, page.locator(`${root} button[type=submit]`));
    const samples = {
      "Current password": "another pass 1",
      "New password": password,
      "Repeat the new password": password,
    };
    expect(await pages.walk({ root, open, told: words.tell, samples })).toHaveLength(4);
    for (const each of ["another pass 1", password]) expect(words.sent.at(-1)).toContain(each);
  });

  it("of its look and its sessions", async () => {
    const walked = await pages.walk({ ...section("Appearance", "label"), seen: lookOf });
    expect(walked).toEqual(expect.arrayContaining(['radio "Language: 日本語"', 'radio "Theme: Dark"']));
    await walkedConsole.udt.signIn();
    expect((await pages.walk(section("Sessions"))).join()).toMatch(/button "End the session of/);
  });

  it("of its two-step sign-in", async () => {
    const { root, open } = section("Two-step sign-in");
    expect(await pages.walk({ root, open })).toEqual(['button "Set up"']);
    const { password } = walkedConsole.udt.admin;
    const proof = async (button: string) => {
      await open();
      await page.locator(root).getByRole("button", { name: button }).click();
      await page.locator(".ant-modal .two-step-form").waitFor();
    };
    const inDialog = ".ant-modal:has(.two-step-form)";
    const asked = new FormWords(page, page.locator(`${inDialog} button[type=submit]`));
    const samples = { "Your password": "not the password" };
    const walkProof = async (button: string) =>
      pages.walk({ root: inDialog, open: () => proof(button), told: asked.tell, samples });
    expect(await walkProof("Set up")).toContain('text "Your password"');
    const scan = async () => {
      await proof("Set up");
      await page.locator(inDialog).getByLabel("Your password").fill(password);
      await page.locator(`${inDialog} button[type=submit]`).click();
      await page.getByLabel("Code of the app").waitFor();
    };
    const walked = await pages.walk({
      root: inDialog,
      open: scan,
      told: asked.tell,
      samples: { "Code of the app": "000 000" },
    });
    expect(walked).toEqual(expect.arrayContaining(['text "Code of the app"', 'button "Copy"']));

    const { secret_key } = await client.call(ENDPOINTS.totpBegin, { body: { password } });
    const code = authenticatorCode(secret_key, Date.now());
    await client.call(ENDPOINTS.totpConfirm, { body: { code } });
    expect(await pages.walk({ root, open })).toEqual(['button "Remove"', 'button "New codes"']);
    for (const button of ["Remove", "New codes"]) expect(await walkProof(button)).toContain('text "Your password"');
    const shown = async () => {
      await proof("New codes");
      await page.locator(inDialog).getByLabel("Your password").fill(password);
      await page.locator(`${inDialog} button[type=submit]`).click();
      await page.locator(".two-step-codes").waitFor();
    };
    const codes = await pages.walk({ root: ".ant-modal:has(.two-step-codes)", open: shown });
    expect(codes).toEqual(['button "Copy all"', 'button "I have kept them"']);
    await client.call(ENDPOINTS.totpRemove, { body: { password } });
  });

  it("of its API keys", async () => {
    const { root, open } = section("API keys");
    expect(await pages.walk({ root, open })).toEqual(['button "Create a key"']);
    const ask = async () => {
      await open();
      await page.locator(root).getByRole("button", { name: "Create a key" }).click();
      await page.locator(".ant-modal form").waitFor();
    };
    const { password } = walkedConsole.udt.admin;
    const words = new FormWords(page, page.locator(".ant-modal form button[type=submit]"));
    const walked = await pages.walk({
      root: ".ant-modal",
      open: async () => {
        await ask();
        await page.getByLabel("Name", { exact: true }).fill("walked");
        await page.getByLabel("Your password").fill(password);
      },
      told: words.tell,
      samples: { Name: "another", "Your password": "another pass 1" },
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'text "Name"',
        'select "Project"',
        'radio "Access: Read and write"',
        'select "Expires"',
        'text "Your password"',
        'button "Cancel"',
      ]),
    );
    const sent = words.sent.join("\n");
    for (const each of ['"another"', '"project_id":"demo"', '"access":"write"', '"another pass 1"'])
      expect(sent).toContain(each);
    let count = 0;
    const made = async () => {
      await ask();
      await page.getByLabel("Name", { exact: true }).fill(`walked ${++count}`);
      await page.getByLabel("Your password").fill(password);
      await page.locator(".ant-modal form button[type=submit]").click();
      await page.locator(".account-key-once").waitFor();
    };
    const shown = await pages.walk({ root: ".ant-modal:has(.account-key-once)", open: made });
    expect(shown).toContain('button "I have copied it"');
    const { list } = await client.call(ENDPOINTS.keyList, {});
    for (const { secret_id } of list.slice(1)) await client.call(ENDPOINTS.keyDelete, { params: { secret_id } });
    const listed = await pages.walk({ root, open });
    expect(listed).toEqual(['button "Create a key"', 'button "Delete the key walked #"']);
  });
});

describe("each control around the pages changes something", { timeout: 300_000 }, () => {
  const open = () => pages.go("demo/project/member", "main tbody tr");

  it("of the header", async () => {
    const walked = await pages.walk({
      open,
      root: ".udt-header",
      seen: lookOf,
      skip: {
        "Language: English: English": "it is spoken already",
        "Theme: Follow the system": "it is followed already",
      },
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'link "Projects"',
        'button "Theme: Dark"',
        'button "Language: English: 中文"',
        'button "Account: Sign out"',
        'button "Switch project: Demo"',
      ]),
    );
  });

  it("of the menu and of the choice of a project", async () => {
    // A narrow one keeps its words for who hears the page.
    const seen = async () => String(await page.locator(".udt-menu").getAttribute("data-collapsed"));
    const menu = await pages.walk({ open, root: ".udt-menu", seen });
    expect(menu).toEqual(expect.arrayContaining(['link "Devices"', 'link "Notifications"']));
    await client.call(ENDPOINTS.projectCreate, { body: { project_id: "quiet", name: "Quiet" } });
    const choose = async () => {
      await pages.goAnew("demo/project/member", "main tbody tr");
      await page.getByRole("button", { name: "Switch project: Demo" }).click();
      await page.locator(".udt-projects li").nth(1).waitFor();
    };
    const walked = await pages.walk({ open: choose, root: ".udt-projects" });
    expect(walked.filter((each) => !each.startsWith("button")).toSorted()).toEqual([
      'link "All projects"',
      'link "New project"',
      'text "Search projects"',
    ]);
  });
});
