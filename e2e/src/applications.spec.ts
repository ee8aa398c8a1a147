import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAab, buildApk, buildHap, buildIpa, createSigner } from "@udt/appfile/testing";
import type { Client } from "@udt/client";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";

const project = "demo";
const signer = createSigner("First signer");

const scratch = mkdtempSync(join(tmpdir(), "udt-e2e-apps-"));
let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
  client = await udt.signIn();
  // A project without applications is to be seen, too: the demo's goes.
  for (const { app_id } of (await client.call(ENDPOINTS.appList, { query: { project } })).list)
    await client.call(ENDPOINTS.appDelete, { params: { app_id }, query: { project } });
  browser = await openBrowser({ acceptDownloads: true });
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

/** A file to choose: from disk, because what is handed over in memory goes to the browser as text. */
function file(name: string, bytes: Uint8Array): string {
  const path = join(scratch, name);
  writeFileSync(path, bytes);
  return path;
}
const open = (query = "") => page.goto(`${udt.url}/${project}/management/application${query}`);
const offer = (...paths: string[]) => page.locator("input[type=file]").setInputFiles(paths);
const uploads = () => page.getByRole("region", { name: "Uploads" });
const upload = (name: string) => page.locator(".uploads-row", { hasText: name });
const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("button", { name, exact: true }) });
const drawer = () => page.getByRole("dialog").filter({ hasText: "MD5" });
const dismissAll = async () => {
  const button = uploads().getByRole("button", { name: "Remove from this list" }).first();
  while (await button.isVisible()) await button.click();
};
const total = async () => (await client.call(ENDPOINTS.appList, { query: { project } })).total;

describe("the applications of a project", () => {
  it("say what the place is for while there are none", async () => {
    await page.goto(`${udt.url}/${project}/remote/list`);
    await page.getByRole("link", { name: "Applications" }).click();
    await page.getByText("No applications yet").waitFor();
    expect(await page.title()).toContain("Applications");
  });

  it("refuse a wrong type, a name with spaces, an empty file and garbage, each in its own words", async () => {
    await offer(
      file("notes.txt", Buffer.from("a")),
      file("my shop.apk", buildApk()),
      file("empty.hap", Buffer.alloc(0)),
      file("broken.apk", Buffer.from("PK\u0003\u0004 and no more")),
      file("other.apk", buildIpa()),
      file("escape.apk", buildApk({ broken: "hostile_name" })),
    );
    await upload("notes.txt").getByText("Packages must be one of .apk .aab .ipa .hap").waitFor();
    await upload("my shop.apk").getByText("must not contain spaces").waitFor();
    await upload("empty.hap").getByText("The file is empty").waitFor();
    await upload("broken.apk").getByText("The package cannot be read").waitFor();
    await upload("broken.apk").getByText("Request id").waitFor();
    await upload("other.apk").getByText("This kind of package is not supported").waitFor();
    await upload("escape.apk")
      .getByText(/leaves its folder/)
      .waitFor();
    expect(await total()).toBe(0);
    await dismissAll();
    await uploads().waitFor({ state: "detached" });
  });

  it("take packages of every kind that are dropped on the page, and show what they say", async () => {
    const shop = { packageName: "dev.udt.shop", label: "Shop", labels: { ja: "店" }, signer };
    const dropped: [string, Uint8Array][] = [
      ["shop.apk", buildApk({ ...shop, icon: "adaptive_only" })],
      ["shop.aab", buildAab({ ...shop, packageName: "dev.udt.bundle", label: "Bundle", labels: {} })],
      ["shop.ipa", buildIpa({ packageName: "dev.udt.phone", label: "Pear", build: "4.1.2" })],
      ["shop.hap", buildHap({ packageName: "dev.udt.harmony", label: "Harmony", icon: "layered", index: 2 })],
    ];
    const transfer = await page.evaluateHandle(
      (files) => {
        const transfer = new DataTransfer();
        for (const [name, bytes] of files) transfer.items.add(new File([new Uint8Array(bytes)], name));
        return transfer;
      },
      dropped.map(([name, bytes]) => [name, [...bytes]] as const),
    );
    await page.locator(".apps-zone").dispatchEvent("dragover", { dataTransfer: transfer });
    await page.getByText("Drop .apk, .aab, .ipa or .hap files to upload them").waitFor();
    await page.locator(".apps-zone").dispatchEvent("drop", { dataTransfer: transfer });
    for (const [name] of dropped) await upload(name).getByText("Uploaded.").waitFor();
    await dismissAll();
    for (const name of ["Shop", "Bundle", "Pear", "Harmony"]) await row(name).waitFor();
    await row("Pear").getByText("1.0 (4.1.2)").waitFor();
    await row("Harmony").getByText("HarmonyOS").waitFor();
    // Every icon is a picture that the browser can show.
    await until("four icons", async () => {
      const widths = await page
        .locator(".apps-name img")
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
      return (widths.length === 4 && widths.every((width) => width > 1)) || undefined;
    });
  });

  it("are found by word, system, package and order, all of it in the address", async () => {
    await page
      .getByRole("button", { name: /^System/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "iOS", exact: true }).click();
    await row("Shop").waitFor({ state: "detached" });
    await row("Pear").waitFor();
    await page.reload();
    await row("Pear").waitFor();
    expect(new URL(page.url()).searchParams.get("os")).toBe("ios");
    await page.getByRole("searchbox").fill("nothing like it");
    await page.getByText("No application matches").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await row("Shop").waitFor();
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await until("the names in order", async () => {
      const names = await page.locator(".apps-name .udt-link").allInnerTexts();
      return names.join() === "Bundle,Harmony,Pear,Shop" || undefined;
    });
    await row("Pear").getByRole("button", { name: "dev.udt.phone" }).click();
    await row("Shop").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show all packages" }).click();
    await row("Shop").waitFor();
  });

  it("are not sent again when the project has the same bytes", async () => {
    const bytes = buildApk({ packageName: "dev.udt.twice", label: "Twice", labels: {}, signer });
    let sent = 0;
    const count = (request: { method(): string }) => {
      if (request.method() === "PUT") sent++;
    };
    page.on("request", count);
    await offer(file("one.apk", bytes));
    await upload("one.apk").getByText("Uploaded.").waitFor();
    expect(sent).toBe(1);
    await offer(file("two.apk", bytes));
    await upload("two.apk").getByText("no upload was needed").waitFor();
    expect(sent).toBe(1);
    page.off("request", count);
    await dismissAll();
  });

  it("tell what a new version brought", async () => {
    const next = { packageName: "dev.udt.shop", label: "Shop", labels: {}, versionName: "2.0", versionCode: 400 };
    const permissions = ["android.permission.INTERNET", "android.permission.CAMERA"];
    const other = createSigner("Other signer");
    await offer(file("shop-2.apk", buildApk({ ...next, minSdk: 26, permissions, abis: ["x86_64"], signer: other })));
    await upload("shop-2.apk").getByRole("button", { name: "Details" }).click();
    await drawer().getByText("2 versions").waitFor();
    await drawer().getByText("CN=Other signer", { exact: true }).waitFor();
    for (const words of [
      "+ CAMERA",
      "+ x86_64",
      "lowest system 24 → 26",
      /^signer CN=First signer \w{8} → CN=Other signer \w{8}$/,
    ]) {
      await drawer().getByText(words).waitFor();
    }
    await drawer().getByText("The first one uploaded.").waitFor();
    // The older version is one click away, and says the same of itself.
    await drawer().getByRole("button", { name: "1.0 (1)" }).click();
    await drawer().getByText("CN=First signer", { exact: true }).waitFor();
    await drawer().getByText("店").waitFor();
    await page.keyboard.press("Escape");
    await dismissAll();
  });

  it("are downloaded as they came", async () => {
    const bytes = Buffer.from(buildHap({ packageName: "dev.udt.twin", label: "Twin" }));
    await offer(file("twin-演示.hap", bytes));
    await upload("twin").getByRole("button", { name: "Details" }).click();
    const downloading = page.waitForEvent("download");
    await drawer().getByRole("link", { name: "Download" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("twin-演示.hap");
    expect(readFileSync(await download.path()).equals(bytes)).toBe(true);
    // The line breaks: the browser alone would keep nothing, or half, and say nothing.
    await page.route("**/apps/*/file**", (route) => route.abort());
    await drawer().getByRole("link", { name: "Download" }).click();
    await page.getByText("twin-演示.hap could not be downloaded.").waitFor();
    await page.unroute("**/apps/*/file**");
    await drawer().getByText(createHash("md5").update(bytes).digest("hex")).waitFor();
    await page.keyboard.press("Escape");
    await dismissAll();
  });
});

describe("an upload", () => {
  const large = (name: string) =>
    file(
      `${name}.apk`,
      buildApk({ packageName: `dev.udt.${name}`, label: name, labels: {}, paddingBytes: 3 * LIMITS.chunk_size_bytes }),
    );

  beforeEach(() => open());

  /** Has every chunk wait until it is let through, so that what happens meanwhile can be seen. */
  async function holdChunks(): Promise<{ sent: () => number; release: () => Promise<void> }> {
    let sent = 0;
    const gate = Promise.withResolvers<void>();
    // One chunk is let through at once: a part of the file is there.
    await page.route("**/chunk/**", async (route) => {
      if (sent++ > 0) await gate.promise;
      await route.continue().catch(() => undefined);
    });
    return {
      sent: () => sent,
      release: async () => {
        gate.resolve();
        await page.unroute("**/chunk/**");
      },
    };
  }

  it("goes on by itself after the network was lost, without sending again what had arrived", async () => {
    const chunks: number[] = [];
    const note = (request: { url(): string }) => {
      const chunk = /chunk\/(\d+)/.exec(request.url())?.[1];
      if (chunk) chunks.push(Number(chunk));
    };
    page.on("requestfinished", note);
    const held = await holdChunks();
    await offer(large("lost"));
    await until("chunks under way", () => held.sent() >= 2 || undefined);
    await until("a chunk that has arrived", () => chunks.length > 0 || undefined);
    await browser.setOffline(true);
    await held.release();
    await upload("lost.apk").getByText("Connection lost").waitFor();
    await browser.setOffline(false);
    await upload("lost.apk").getByText("Uploaded.").waitFor();
    page.off("requestfinished", note);
    expect(chunks.length).toBe(new Set(chunks).size);
    await row("lost").waitFor();
    await dismissAll();
  });

  it("survives leaving the page, and shows in the header meanwhile", async () => {
    const held = await holdChunks();
    await offer(large("left"));
    await until("chunks under way", () => held.sent() >= 2 || undefined);
    await page.getByRole("link", { name: "Records", exact: true }).click();
    await page.getByRole("heading", { name: "Records", exact: true }).waitFor();
    const indicator = page.getByRole("link", { name: /^1 upload, \d+ %/ });
    await indicator.waitFor();
    await indicator.click();
    await upload("left.apk")
      .getByText(/3\/5 Uploading/)
      .waitFor();
    await held.release();
    await upload("left.apk").getByText("Uploaded.").waitFor();
    await dismissAll();
  });

  it("is cancelled, and the server keeps nothing of it", async () => {
    const held = await holdChunks();
    await offer(large("stop"));
    await until("chunks under way", () => held.sent() >= 2 || undefined);
    const given_up = page.waitForResponse((response) => response.request().method() === "DELETE");
    await upload("stop.apk").getByRole("button", { name: "Cancel" }).click();
    await upload("stop.apk").getByText("Cancelled.").waitFor();
    expect((await given_up).status()).toBe(200);
    await held.release();
    await dismissAll();
    const { list } = await client.call(ENDPOINTS.appList, { query: { project, package_name: "dev.udt.stop" } });
    expect(list).toEqual([]);
  });

  it("of more than the limit is refused before a byte of it is read", async () => {
    await page.locator(".apps-zone").waitFor();
    // A file that only says it is so large: nobody can hold one here.
    await page.evaluate((size) => {
      const huge = new File([new Uint8Array(1)], "huge.apk");
      Object.defineProperty(huge, "size", { value: size });
      const item = { webkitGetAsEntry: () => null, getAsFile: () => huge };
      const event = new DragEvent("drop", { bubbles: true });
      Object.defineProperty(event, "dataTransfer", { value: { items: [item], types: ["Files"] } });
      document.querySelector(".apps-zone")!.dispatchEvent(event);
    }, LIMITS.app_size_max_bytes + 1);
    await upload("huge.apk").getByText("larger than 1 GB").waitFor();
    await dismissAll();
  });
});

describe("deleting", () => {
  it("says what is lost, and takes the app away", async () => {
    await open();
    await row("Twice").locator(".udt-link").click();
    await drawer().getByRole("button", { name: "Delete" }).click();
    const ask = page.getByRole("dialog").filter({ hasText: "Delete Twice 1.0 (1)?" });
    await ask.getByText("The file one.apk is deleted for good").waitFor();
    await ask.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Twice was deleted").waitFor();
    await row("Twice").waitFor({ state: "detached" });
  });

  it("is not offered to whom it is not allowed, and refused by the server", async () => {
    await addMember();
    const { list } = await client.call(ENDPOINTS.appList, { query: { project, package_name: "dev.udt.shop" } });
    const theirs = await openBrowser();
    try {
      const other = theirs.pages()[0] ?? (await theirs.newPage());
      await signInAsMember(other);
      await other.goto(`${udt.url}/${project}/management/application?app_id=${list[0]!.app_id}`);
      const dialog = other.getByRole("dialog");
      await dialog.getByRole("link", { name: "Download" }).waitFor();
      expect(await dialog.getByRole("button", { name: "Delete" }).count()).toBe(0);
      const status = await other.evaluate(
        async ([path]) =>
          (await fetch(path!, { method: "DELETE", headers: { "x-requested-with": "XMLHttpRequest" } })).status,
        [`/v1/api/upload/app/${list[0]!.app_id}?project=${project}`],
      );
      expect(status).toBe(401);
    } finally {
      await theirs.close();
    }
  });
});

describe("on the debug page", () => {
  it("what the phone cannot install says so instead of offering it", async () => {
    const debug = await DebugPage.start(page, udt, "Virtual One");
    await debug.tab("Apps").click();
    const item = (name: string) => page.locator(".dbg-item", { hasText: name });
    await item("Pear").getByText(".ipa packages are for another system.").waitFor();
    await item("Bundle").getByText("An .aab is made for stores").waitFor();
    expect(await item("Pear").getByRole("button").count()).toBe(0);
    // The phone comes with an older one.
    await page.locator('[data-package="dev.udt.shop"]').getByRole("button", { name: "Update" }).waitFor();
  });
});

const MEMBER = { email: "mia@example.com", password: "a good pass 1" };

/** A member of the project who holds no privilege. */
async function addMember(): Promise<void> {
  await client.call(ENDPOINTS.userSignup, { body: { ...MEMBER, user_name: "Mia" } });
  const { list } = await client.call(ENDPOINTS.adminUserList, { query: { keyword: MEMBER.email } });
  const { user_id } = list[0]!;
  await client.call(ENDPOINTS.adminUserUpdate, { params: { user_id }, body: { state: "approved" } });
  const of = { params: { project_id: project }, query: { project } };
  await client.call(ENDPOINTS.memberAdd, {
    ...of,
    body: { user_id_list: [user_id], user_type: 2, update_existing: true },
  });
  await client.call(ENDPOINTS.privilegeSet, { ...of, body: { privilege_list: [] } });
}

async function signInAsMember(other: Page): Promise<void> {
  await other.goto(udt.url);
  await other.getByLabel(/^Email/).fill(MEMBER.email);
  await other.locator("input[type=password]").fill(MEMBER.password);
  await other.locator("button[type=submit]").click();
  await other.waitForURL((url) => !url.pathname.includes("login"));
}
