import type { Locator, Page } from "playwright-core";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { readSequence } from "@udt/phone";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";

/** Fills in the sign-in page and waits until it has let the user in. */
export async function signIn(page: Page, udt: Pick<Udt, "url" | "admin">): Promise<void> {
  await page.goto(`${udt.url}/login`);
  await page.getByLabel(/^(Email|邮箱|メール)/).fill(udt.admin.email);
  await page.locator("input[type=password]").fill(udt.admin.password);
  await page.locator("button[type=submit]").click();
  await page.waitForURL((url) => !url.pathname.includes("login"));
}

/** Signs the browser in without its showing anything of it, where signing in is not what is tried. */
export async function enter(page: Page, udt: Pick<Udt, "url" | "admin">): Promise<void> {
  const { method, path } = ENDPOINTS.userLogin;
  const headers = { "x-requested-with": "XMLHttpRequest" };
  const answer = await page.context().request.fetch(udt.url + path, { method, headers, data: udt.admin });
  if (!answer.ok()) throw new Error(`nobody was signed in: ${await answer.text()}`);
}

/** What the page loads from now on shows pictures of one size, however busy this computer is: the automatic quality makes them smaller. */
export async function fixQuality(page: Page, client: Client): Promise<void> {
  const { user_id } = await client.call(ENDPOINTS.userInfo, {});
  await page.addInitScript((key) => localStorage.setItem(key, "high"), `udt_picture_quality_${user_id}`);
}

/** The button that starts a session on the device with this model, or on the first free one. */
export const debugButton = (page: Page, model = ""): Locator =>
  page.getByRole("button", { name: new RegExp(`^Debug ${model}`) }).first();

/** The debug page as its user has it: a picture, fingers, and tabs. */
export class DebugPage {
  readonly page: Page;
  readonly canvas: Locator;
  #commands = 0;

  constructor(page: Page) {
    this.page = page;
    this.canvas = page.locator("canvas[data-frames]");
  }

  /** Starts a session on the device with this model from the device list, and waits for its first decoded frame. */
  static async start(page: Page, udt: Udt, model: string): Promise<DebugPage> {
    await page.goto(`${udt.url}/demo/remote/list`);
    await debugButton(page, model).click();
    const debug = new DebugPage(page);
    await debug.live();
    return debug;
  }

  get test_id(): string {
    return new URL(this.page.url()).searchParams.get("test_id") ?? "";
  }

  /** Waits until the picture is live, at least one frame decoded and the page says so, and fingers reach the device. */
  async live(): Promise<void> {
    await until("a decoded frame", async () => Number(await this.canvas.getAttribute("data-frames")) > 0 || undefined);
    await this.page.locator('.dbg-glass[data-liveness="live"]').waitFor();
    await this.page.locator('.dbg-surface[data-input="waiting"]').waitFor({ state: "detached" });
  }

  async size(): Promise<{ width: number; height: number }> {
    const [width, height] = await Promise.all(
      ["data-width", "data-height"].map((name) => this.canvas.getAttribute(name)),
    );
    return { width: Number(width), height: Number(height) };
  }

  /** Presses at a place of the device's picture, in its pixels. */
  async tap(x: number, y: number): Promise<void> {
    const box = (await this.canvas.boundingBox())!;
    const size = await this.size();
    await this.page.mouse.click(box.x + (x / size.width) * box.width, box.y + (y / size.height) * box.height);
  }

  /** The picture's pixels as the user sees them now: brightness at a place, and a digest of the whole. */
  async pixels(): Promise<{
    luma(x: number, y: number): number;
    digest: string;
    width: number;
    height: number;
    spread: number;
  }> {
    const shot = await this.canvas.evaluate((canvas: HTMLCanvasElement) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext("2d", { willReadFrequently: true })!;
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      const luma = new Uint8Array(copy.width * copy.height);
      let hash = 0;
      for (let i = 0; i < luma.length; i++) {
        luma[i] = 0.299 * data[4 * i]! + 0.587 * data[4 * i + 1]! + 0.114 * data[4 * i + 2]!;
        hash = (Math.imul(hash, 31) + luma[i]!) | 0;
      }
      let text = "";
      for (let i = 0; i < luma.length; i += 8192) text += String.fromCharCode(...luma.subarray(i, i + 8192));
      return {
        text: btoa(text),
        width: copy.width,
        height: copy.height,
        digest: String(hash),
        spread: new Set(luma).size,
      };
    });
    const bytes = Buffer.from(shot.text, "base64");
    return { ...shot, luma: (x, y) => bytes[y * shot.width + x]! };
  }

  /** The touch sequence number that the test pattern shows in the decoded picture. */
  async sequence(): Promise<number> {
    const { width, height, luma } = await this.pixels();
    return readSequence(width, height, luma);
  }

  tab(name: string): Locator {
    return this.page.getByRole("tab", { name, exact: true });
  }

  /** The log lines in sight. */
  logLines(): Promise<string[]> {
    return this.page.locator(".dbg-log-list .dbg-line").allInnerTexts();
  }

  /**
   * Runs a command in the page's terminal and answers what it printed, rows joined. The marks are typed with quotes
   * inside, so that the echo of the command line is not taken for its output.
   */
  async run(command: string): Promise<string> {
    const mark = ++this.#commands;
    await this.tab("Terminal").click();
    const input = this.page.locator(".xterm-helper-textarea");
    await input.waitFor({ state: "attached" });
    // What is typed before the shell is there goes nowhere.
    await this.page.locator(".xterm-rows", { hasText: /[$#]/ }).waitFor();
    await input.focus();
    await this.page.keyboard.insertText(`clear; echo BEG''IN${mark}; ${command}; echo E''ND${mark}`);
    await this.page.keyboard.press("Enter");
    const output = new RegExp(`BEGIN${mark}(.*?)END${mark}`);
    return until(`the terminal's answer to ${command}`, async () => {
      const rows = await this.page.locator(".xterm-rows").innerText();
      return output.exec(rows.replaceAll("\u00a0", " ").replaceAll("\n", ""))?.[1];
    });
  }

  /** Answers the words of all buttons that the row of an app has had from now on, on its tab. */
  async offers(tab: Locator, package_name: string): Promise<() => Promise<string[]>> {
    await tab.getByRole("button", { name: "Upload and install" }).first().waitFor();
    await tab.evaluate((panel, name) => {
      const words = new Set<string>();
      new MutationObserver(() => {
        for (const button of panel.querySelectorAll(`[data-package="${name}"] button`))
          words.add(button.textContent.trim());
        panel.setAttribute("data-offered", [...words].join());
      }).observe(panel, { childList: true, subtree: true });
    }, package_name);
    return async () => ((await tab.getAttribute("data-offered")) ?? "").split(",");
  }

  /** Brings an app of the phone to the front. */
  async startApp(packageName: string): Promise<void> {
    await this.run(`monkey -p ${packageName} 1 > /dev/null`);
  }

  /** Records what the device and the app in front spend, for a few samples. */
  async recordPerformance(): Promise<void> {
    await this.tab("Performance").click();
    const panel = this.page.locator(".dbg-perf");
    await panel.getByText("Measuring", { exact: true }).waitFor();
    await panel.getByRole("button", { name: "Start recording" }).click();
    // Some figures come every fifth second, and what was not read is not shown.
    await until(
      "some seconds of a recording",
      async () => /00:(0[6-9]|[1-5]\d)/.test(await panel.locator(".dbg-perf-recording").innerText()) || undefined,
    );
    await panel.getByRole("button", { name: "Stop recording" }).click();
    await panel.locator('.dbg-perf-recordings li[data-state="complete"]').first().waitFor();
  }

  /** Taps the middle of the view with this resource id, wherever `uiautomator` says it is, once it is there. */
  async tapView(resourceId: string): Promise<void> {
    const file = "/data/local/tmp/view.xml";
    const dump = `uiautomator dump ${file} > /dev/null; grep -o 'id/${resourceId}"[^>]*' ${file}`;
    const bounds = await until(`the view ${resourceId}`, async () => {
      const found = /bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/.exec(await this.run(dump));
      return found?.slice(1).map(Number);
    });
    const [x1, y1, x2, y2] = bounds;
    await this.tap((x1! + x2!) / 2, (y1! + y2!) / 2);
  }

  /** Why the page says the session ended. */
  endReason(): Promise<string | null> {
    return this.page.locator("[data-end-reason]").getAttribute("data-end-reason", { timeout: 45_000 });
  }
}

/** Resolves once the last pictures of devices that are in sight are there. */
export async function pictured(page: Page, root = "main"): Promise<void> {
  const pictures = page.locator(`${root} [data-pictured] img`);
  await pictures.first().waitFor();
  await pictures.first().evaluate((image: HTMLImageElement) => image.decode());
}

/** A browser whose user is signed in at a server with one phone, and that phone. */
export async function openAtPhone(env: Record<string, string> = {}) {
  const udt = await startUdt({ phones: 1, env });
  const client = await udt.signIn();
  const browser = await openBrowser();
  const [page] = browser.pages() as [Page];
  await enter(page, udt);
  const { list } = await client.call(ENDPOINTS.deviceList, { query: { project: "demo" } });
  return { udt, client, browser, page, device_id: list[0]!.device_id };
}

/** The same, with a script repository that has these files besides its template's. */
export async function openWithScripts(template: "low_code" | "typescript", files: Readonly<Record<string, string>>) {
  const scene = await openAtPhone();
  const { client, page } = scene;
  const query = { project: "demo" };
  const { repo_id } = await client.call(ENDPOINTS.scriptCreate, { query, body: { name: "Try", template } });
  const at = { params: { repo_id }, query };
  const { commit_id: base_commit_id } = await client.call(ENDPOINTS.scriptTree, at);
  const changes = Object.entries(files).map(([path, text]) => ({ change: "write" as const, path, text }));
  await client.call(ENDPOINTS.scriptSave, {
    ...at,
    body: { branch: "", base_commit_id, message: "Add files", changes },
  });
  return { ...scene, debug: new DebugPage(page), repo_id };
}
