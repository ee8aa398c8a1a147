/** iOS certificates: added with files that go together, refused in their place, seen with all that they tell, changed and deleted. */
import type { Client } from "@udt/client";
import { buildIpa, machO } from "@udt/appfile/testing";
import { ENDPOINTS } from "@udt/contract";
import { makeIdentity, makeP12, makeProfile, signingFiles, type ProfileOptions } from "@udt/server/testing/ios-signing";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { uploadPackage } from "./app-upload.ts";
import { findAxeFaults } from "./axe.ts";
import { addColleague } from "./colleague.ts";
import { enter } from "./console-pages.ts";
import { keepPicture, look, looks, visit } from "./look.ts";
import { findPageFaults } from "./page-checks.ts";
import type { PageWalk } from "./page-walk.ts";
import { openWalked, type WalkedConsole } from "./walk-setup.ts";

const DAY_MS = 86_400_000;
const query = { project: "demo" };
const LIST = "demo/management/ios-certificate/list";
const ADD = "demo/management/ios-certificate/add";
const viewOf = (cert_id: string) => `demo/management/ios-certificate/${cert_id}/view`;
const editOf = (cert_id: string) => `demo/management/ios-certificate/${cert_id}/edit`;
const NAME = "Apple Development: Ada Lovelace (A1B2C3D4E5)";
const identity = makeIdentity();
const next = makeIdentity({ name: "Apple Distribution: Example Ltd (TEAM123456)" });
const IPA = buildIpa({ executable: machO({ isEncrypted: true }) });
let walkedConsole: WalkedConsole<Udt>;
let client: Client;
let page: Page;
let pages: PageWalk;
let udt: Udt;

beforeAll(async () => {
  walkedConsole = await openWalked(() => startUdt());
  ({ client, page, pages, udt } = walkedConsole);
  return walkedConsole.stop;
});

const go = (path: string) => page.goto(`${udt.url}/${path}`);
const row = (title: string) => page.getByRole("row").filter({ hasText: title });
const save = (name = "Add certificate") => page.locator("main form").getByRole("button", { name }).click();
const choose = (name: "p12" | "mobileprovision", bytes: Buffer, file: string) =>
  page.locator(`input[type=file][name=${name}]`).setInputFiles({ name: file, mimeType: "", buffer: bytes });
/** Drops a file on the part of the form of that label, as from the desktop. */
const drop = async (label: string, bytes: Buffer, file: string) => {
  const data = await page.evaluateHandle(
    ([content, name]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], name));
      return transfer;
    },
    [bytes.toString("base64"), file] as const,
  );
  await page.locator(".udt-field").filter({ hasText: label }).locator(".certs-file").dispatchEvent("drop", {
    dataTransfer: data,
  });
};
const noteAt = (label: string) => page.locator(".udt-field").filter({ hasText: label }).locator("[data-error]");
const make = (title: string, profile: ProfileOptions = {}) =>
  client.call(ENDPOINTS.iosCertificateCreate, { query, body: { title, ...signingFiles({ identity, profile }) } });
const remove = (cert_id: string) => client.call(ENDPOINTS.iosCertificateDelete, { params: { cert_id }, query });
const inDays = (days: number): ProfileOptions => ({
  starts_at: Date.now() - 300 * DAY_MS,
  expires_at: Date.now() + days * DAY_MS,
});

describe("an iOS certificate", { timeout: 180_000 }, () => {
  it("is added with its two files; what is wrong is said at its field", async () => {
    await go("demo/management/application");
    await page.getByRole("link", { name: "iOS certificates" }).click();
    await page.getByText("No iOS certificates yet").waitFor();
    await page.getByRole("link", { name: "Add certificate" }).last().click();
    await save();
    await noteAt("Title").getByText("Enter 1 to 64 characters.").waitFor();
    await noteAt("P12 file").getByText("Fill this in.").waitFor();
    await page.getByLabel("Title").fill("Team");
    await choose("p12", Buffer.from("no P12"), "team.txt");
    await noteAt("P12 file").getByText("Choose a file that ends in .p12.").waitFor();
    await choose("p12", Buffer.from("no P12"), "team.p12");
    await drop("Provisioning profile", makeProfile([next]), "team.mobileprovision");
    await page.getByText("team.mobileprovision").waitFor();
    await page.getByLabel("P12 password").fill("wrong");
    await save();
    await noteAt("P12 file").getByText("The P12 cannot be used: the file is no P12").waitFor();
    await choose("p12", makeP12(identity, { scheme: "rc2" }), "team.p12");
    await save();
    const wrong = noteAt("P12 password").getByText("Enter the password of the certificate: the one given is wrong.");
    await wrong.waitFor();
    // In its place alone, and with the focus there.
    expect(await page.getByText("the one given is wrong").count()).toBe(1);
    expect(await page.getByLabel("P12 password").evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByLabel("P12 password").fill("secret");
    await save();
    await noteAt("Provisioning profile")
      .getByText("The provisioning file does not fit this certificate: “Example Development” does not name")
      .waitFor();
    await choose("mobileprovision", Buffer.from("<plist/>"), "team.mobileprovision");
    await save();
    await noteAt("Provisioning profile").getByText("it holds no signed data (CMS)").waitFor();
    await drop("Provisioning profile", makeProfile([identity], inDays(6.5)), "team.mobileprovision");
    await save();
    await page.waitForURL((url) => url.pathname.endsWith("/view"));
  });

  it("shows all that it tells, and never a file or a password", async () => {
    for (const text of [NAME, "Example Ltd", "TEAM123456", "com.example.*", "Development", "Expires in 6 days"])
      await page.getByText(text, { exact: true }).first().waitFor();
    await page.getByText("The provisioning profile ends first.").waitFor();
    await page.getByText("The project has no iOS devices.").waitFor();
    const devices = page.getByRole("region", { name: "Devices in the profile" });
    await devices.getByText("00008110-000A1B2C3D4E5F60").waitFor();
    await devices.getByRole("searchbox").fill("ffff");
    await devices.getByText("00008110-000A1B2C3D4E5F60").waitFor({ state: "detached" });
    await devices.getByText("f".repeat(40)).waitFor();
    await go(LIST);
    await row("Team").getByText("Expires in 6 days").waitFor();
    await page.getByText("1 certificate expires within 30 days.").waitFor();
  });

  it("is edited: its files stay until others are chosen, which must go together", async () => {
    await page.getByRole("link", { name: "Edit Team" }).click();
    await page.getByText("Stays as it is unless a .p12 file is chosen.").waitFor();
    expect(await page.getByLabel("P12 password").count()).toBe(0);
    await page.getByLabel("Title").fill("Renamed");
    await choose("p12", makeP12(next, { password: "密码 🔑" }), "next.p12");
    await page.getByLabel("P12 password").fill("密码 🔑");
    await save("Save");
    await noteAt("Provisioning profile").getByText("does not fit this certificate").waitFor();
    await choose("mobileprovision", makeProfile([next], { kind: "ad_hoc" }), "next.mobileprovision");
    await save("Save");
    await page.getByRole("heading", { name: "Renamed" }).waitFor();
    await page.getByText("Ad hoc").waitFor();
    await page.getByText("Apple Distribution: Example Ltd (TEAM123456)").waitFor();
  });

  it("asks before what is unsaved is left, and stays live while it is looked at", async () => {
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Title").fill("lost");
    await page.getByRole("link", { name: "Cancel" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Renamed" }).waitFor();
    const [one] = (await client.call(ENDPOINTS.iosCertificateList, { query })).list;
    const params = { cert_id: one?.cert_id ?? "" };
    await client.call(ENDPOINTS.iosCertificateUpdate, { params, query, body: { title: "By another" } });
    await page.getByRole("heading", { name: "By another" }).waitFor();
  });

  it("is narrowed to by how long it is good for, which the address says", async () => {
    const soon = await make("Soon", inDays(0.5));
    await go(LIST);
    await row("Soon").getByText("Expires within a day").waitFor();
    await row("By another").waitFor();
    await page.getByRole("button", { name: "Show" }).click();
    await row("By another").waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.get("state")).toBe("expiring");
    await remove(soon.cert_id);
  });

  it("says what would fail if an app were signed with it, and signs none that would", async () => {
    const { cert_id } = await make("Resign", { bundle: "org.other.*" });
    await uploadPackage(client, "demo", "shop.ipa", IPA);
    await go(viewOf(cert_id));
    const card = page.getByRole("region", { name: "Re-sign an app" });
    await card.getByRole("combobox").click();
    await page.getByTitle(/dev\.udt\.demo/).click();
    await card.getByText("the app is dev.udt.demo, and the profile is for org.other.*").waitFor();
    await card.getByText("is encrypted, as the App Store delivers it").waitFor();
    expect(await card.getByRole("button", { name: "Re-sign" }).count()).toBe(0);
    await remove(cert_id);
  });

  it("that ends soon is told to the channels of a rule", async () => {
    const channel = { name: "Team mail", kind: "email", language: "en", recipients: "anna@example.com" } as const;
    const { id } = await client.call(ENDPOINTS.channelCreate, { query, body: channel });
    await go("demo/project/notification?tab=triggers");
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByRole("radio", { name: /^Certificate expires/ }).check();
    await page.getByRole("combobox", { name: "Channels" }).click();
    await page.getByTitle("Team mail (Email)").click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save" }).click();
    await row("Certificate expires").getByText("Every iOS certificate of the project").waitFor();
    const { cert_id } = await make("Ending", inDays(0.5));
    await go("demo/project/notification?tab=deliveries");
    await page.getByText("iOS certificate expires within a day: Ending").waitFor();
    await client.call(ENDPOINTS.channelDelete, { params: { id }, query });
    await remove(cert_id);
  });

  it("is deleted once it is said what goes with it", async () => {
    await go(LIST);
    await page.getByRole("button", { name: "Delete By another" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The P12 and the profile are deleted with it").waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No iOS certificates yet").waitFor();
  });

  it("is there to read for members, and nothing to change it with", async () => {
    const { cert_id } = await make("Readable");
    const other = await openBrowser();
    const admin = { user_name: "reader", email: "reader@example.com", password: "sunny day 1" };
    try {
      await addColleague(client, admin);
      const [theirs = await other.newPage()] = other.pages();
      await enter(theirs, { ...udt, admin });
      await theirs.goto(`${udt.url}/${LIST}`);
      await theirs.getByRole("link", { name: "Readable" }).click();
      await theirs.getByText(NAME).waitFor();
      expect(await theirs.getByRole("link", { name: "Edit" }).count()).toBe(0);
      expect(await theirs.getByRole("button", { name: "Delete" }).count()).toBe(0);
      await theirs.goto(`${udt.url}/${ADD}`);
      await theirs.getByText("Edit the project").waitFor();
      expect(await theirs.locator("main form").count()).toBe(0);
    } finally {
      await other.close();
    }
    await remove(cert_id);
  });
});

describe("each control of the certificates' pages changes something", { timeout: 400_000 }, () => {
  let cert_id: string;
  beforeAll(async () => {
    ({ cert_id } = await make("Walked", inDays(3)));
    await uploadPackage(client, "demo", "shop.ipa", IPA);
    return () => remove(cert_id);
  });

  it("in the list", async () => {
    const walked = await pages.walk({ open: () => pages.load(LIST, "tbody tr") });
    expect(walked).toEqual(
      expect.arrayContaining([
        'search "Title, name, team or bundle ID"',
        'link "Add certificate"',
        'link "Walked"',
        'button "Delete Walked"',
      ]),
    );
  });

  it("of a certificate's own page", async () => {
    const walked = await pages.walk({ open: () => pages.load(viewOf(cert_id), ".certs-list tbody tr") });
    expect(walked).toEqual(expect.arrayContaining(['link "Edit"', 'button "Delete"', 'search "UDID"', 'select "App"']));
  });
});

/** What the page shows of a farm with phones, of which this server has none. */
const FARM = {
  device_total: 5,
  lacking_total: 2,
  lacking: [
    ["iPhone 15 Pro Max", "00008130-001C2D3E4F5A6B7C", "idle"],
    ["iPad Pro (12.9-inch) (6th generation)", "00008112-000A1B2C3D4E5F60", "offline"],
  ].map(([model, serial, state], at) => ({
    device_id: `d-${at}`,
    brand: "Apple",
    os_version: "18.1",
    model,
    serial,
    state,
  })),
};

describe.each(looks)("in $language", { timeout: 180_000 }, (at) => {
  let ids: string[];
  beforeAll(async () => {
    const made = [
      await make("Shop, development", inDays(20)),
      await make("开发团队的证书（内部测试用）", inDays(0.6)),
      await make("A title of sixty-four characters, which is as long as can be: 64", {
        ...inDays(200),
        kind: "enterprise",
        bundle: "com.example.a-very-long-bundle-identifier.of-the.shop",
      }),
      await make("App Store", { kind: "app_store" }),
    ];
    ids = made.map(({ cert_id }) => cert_id);
    return async () => {
      await page.unrouteAll();
      for (const cert_id of ids) await remove(cert_id);
    };
  });

  it("the certificates' screens are whole, also at the width of a phone", async () => {
    const [first = ""] = ids;
    await visit(page, at, `${udt.url}/${LIST}`);
    await page.getByRole("row").nth(4).waitFor();
    await look("ios-certificates", at, page);
    await narrowly("ios-certificates");
    await page.route(`**/v1/api/ios_certificates/${first}?*`, async (route) => {
      const answer = await route.fetch();
      const whole = (await answer.json()) as { data: object };
      await route.fulfill({ json: { ...whole, data: { ...whole.data, farm: FARM } } });
    });
    await visit(page, at, `${udt.url}/${viewOf(first)}`);
    await page.locator(".certs-devices li").nth(1).waitFor();
    await page.locator(".certs-list tbody tr").nth(1).waitFor();
    await look("ios-certificate", at, page);
    await narrowly("ios-certificate");
    await visit(page, at, `${udt.url}/${editOf(first)}`);
    await page.locator("main form").waitFor();
    await look("ios-certificate-edit", at, page);
    await visit(page, at, `${udt.url}/${ADD}`);
    await page.locator("main form input").first().fill("Team");
    await choose("p12", makeP12(identity), "team.p12");
    await choose("mobileprovision", makeProfile([next]), "team.mobileprovision");
    await page.locator("main form input[type=password]").fill("wrong");
    await page.locator("main form button[type=submit]").click();
    await page.locator("main form [data-error]").first().waitFor();
    await look("ios-certificate-wrong", at, page);
    await narrowly("ios-certificate-wrong");
    page.once("dialog", (dialog) => void dialog.accept());
    await go(LIST);
  });

  async function narrowly(name: string): Promise<void> {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForFunction(() => innerWidth === 390 && document.documentElement.scrollWidth <= 390);
    await keepPicture(page, `${name}-${at.language}-390`);
    expect(await findPageFaults(page), name).toEqual([]);
    if (at.language === "en") expect(await findAxeFaults(page, "all", "target-size"), name).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});
