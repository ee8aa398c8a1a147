import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApk } from "@udt/appfile/testing";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import type { DebugPage } from "@udt/e2e/src/console-pages.ts";
import type { SilentGateway } from "@udt/e2e/src/silent-gateway.ts";
import { until } from "@udt/testkit";
import type { Locator, Page } from "playwright-core";
import { PROJECT, startApp } from "../lib/udt.ts";
import { PATTERN } from "../touch/taps.ts";

/** What somebody does in five minutes of a session: a touch every five seconds, twenty lines of log a second, and so on. */
export const ROUND_MINUTES = 5;
const TAPS = 60;
const LOG_LINES = 6_000;
const COMMANDS = 5;
const FOLDER = "/sdcard/Download";
const PACKAGE = "dev.udt.soak";

export interface Hands {
  page: Page;
  debug: DebugPage;
  client: Client;
  /** Where the session is. */
  params: { test_id: string; device_id: string };
  /** What the page and the agent each reach the server by. */
  ways: { page: SilentGateway; agent: SilentGateway };
}

const panel = ({ page }: Hands): Locator => page.locator(".dbg-tabpanel:not([hidden])");

/** Everything once, each until it is seen to have been done. Answers how long each took, in milliseconds. */
export async function doRound(hands: Hands, round: number): Promise<Record<string, number>> {
  const doings = {
    touches: () => touch(hands),
    clipboard: () => copyAndPaste(hands, `round ${round}`),
    "terminal and log": () => useTerminal(hands),
    files: () => moveFile(hands, round),
    performance: () => measure(hands),
    recording: () => saveRecording(hands),
    apps: () => exchangeApp(hands, round),
    "sockets dropped": () => dropSockets(hands, round % 2 === 0 ? "page" : "agent"),
  };
  const took: Record<string, number> = {};
  for (const [name, does] of Object.entries(doings)) {
    const started = performance.now();
    await does().catch(async (error: unknown) => {
      const path = join(tmpdir(), "udt-soak.png");
      await hands.page.screenshot({ path });
      throw new Error(`round ${round}, ${name}; ${path} shows the page`, { cause: error });
    });
    took[name] = performance.now() - started;
  }
  await hands.debug.tab("Log").click();
  return took;
}

async function touch({ page, debug, client, params }: Hands): Promise<void> {
  await startApp(client, params.test_id, params.device_id, PATTERN);
  await until("the pattern, untouched", async () => (await debug.sequence()) === 0 || undefined);
  const box = (await debug.canvas.boundingBox())!;
  for (let tap = 0; tap < TAPS; tap++) {
    const [x, y] = [0.2 + (0.6 * ((tap * 37) % 101)) / 101, 0.3 + (0.5 * ((tap * 53) % 97)) / 97];
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  }
  // Down and up count each.
  await until("all touches in the picture", async () => (await debug.sequence()) === 2 * TAPS || undefined);
}

async function copyAndPaste({ page, debug, client, params }: Hands, text: string): Promise<void> {
  const app = { params, query: PROJECT, body: { package_name: "dev.udt.notes" } };
  await client.call(ENDPOINTS.appClear, app);
  await client.call(ENDPOINTS.appStart, app);
  // The picture is smaller than the screen that views are told in when the link bears no more.
  const [width, height] = /(\d+)x(\d+)/
    .exec(await debug.run("wm size"))!
    .slice(1)
    .map(Number);
  const tapOn = async (view: string): Promise<true | undefined> => {
    const found = await debug.run(
      `uiautomator dump /sdcard/v.xml > /dev/null; grep -o 'id/${view}"[^>]*' /sdcard/v.xml`,
    );
    const sides = /bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/.exec(found)?.slice(1).map(Number);
    if (!sides) return undefined;
    const picture = await debug.size();
    const [x, y] = [(sides[0]! + sides[2]!) / 2 / width!, (sides[1]! + sides[3]!) / 2 / height!];
    await debug.tap(x * picture.width, y * picture.height);
    return true;
  };
  for (const view of ["create_note", "edit_body"]) await until(view, () => tapOn(view));
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
  await page.evaluate(() => navigator.clipboard.writeText("something else"));
  await until("the clipboard of the device", async () => {
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    return (await page.evaluate(() => navigator.clipboard.readText())) === text || undefined;
  });
}

async function useTerminal({ debug }: Hands): Promise<void> {
  for (let command = 1; command < COMMANDS; command++) await debug.run(`seq 1 ${command * 200} | tail -n 2`);
  await debug.run(`for i in $(seq 1 ${LOG_LINES}); do log -p i -t Soak "line $i of what an app has to say"; done`);
}

async function moveFile(hands: Hands, round: number): Promise<void> {
  const { page, debug, client, params } = hands;
  const name = `soak-${round}.bin`;
  const bytes = Buffer.alloc(512 * 1024, round);
  await debug.tab("Files").click();
  await panel(hands).getByRole("button", { name: FOLDER }).click();
  const chooser = page.waitForEvent("filechooser");
  await panel(hands).getByRole("button", { name: "Upload", exact: true }).click();
  await (await chooser).setFiles({ name, mimeType: "application/octet-stream", buffer: bytes });
  await panel(hands).locator(".dbg-file-row").filter({ hasText: name }).waitFor();
  const call = { params, query: { ...PROJECT, path: `${FOLDER}/${name}` } };
  const read = Buffer.from(await (await client.raw(ENDPOINTS.fileDownload, call)).arrayBuffer());
  if (!read.equals(bytes)) throw new Error(`${name} came back as something else`);
  await client.call(ENDPOINTS.fileDelete, call);
}

async function measure(hands: Hands): Promise<void> {
  await startApp(hands.client, hands.params.test_id, hands.params.device_id, "dev.udt.game");
  await hands.debug.tab("Performance").click();
  await panel(hands).getByText("Measuring", { exact: true }).waitFor();
  await until("a game that moves", async () => {
    const fps = await panel(hands).locator('tr[data-series="fps"] td').first().innerText();
    return Number(fps) > 0 || undefined;
  });
}

async function saveRecording({ page, client, params }: Hands): Promise<void> {
  const videos = async () => {
    const { resource_list } = await client.call(ENDPOINTS.resourceList, { params, query: PROJECT });
    return resource_list.filter(({ name, state }) => /^recent-\d+\.mp4$/.test(name) && state === "complete").length;
  };
  const before = await videos();
  const keys = page.getByRole("toolbar", { name: "Keys of the device" });
  await keys.getByRole("button", { name: /^Save the last \d+ s$/ }).click();
  await until("the last seconds as a video", async () => (await videos()) > before || undefined);
}

async function exchangeApp(hands: Hands, round: number): Promise<void> {
  const { page, debug, client, params } = hands;
  const file_name = `soak-${round}.apk`;
  const buffer = Buffer.from(buildApk({ packageName: PACKAGE, versionCode: round + 1, paddingBytes: 256 * 1024 }));
  await debug.tab("Apps").click();
  const chooser = page.waitForEvent("filechooser");
  await panel(hands).getByRole("button", { name: "Upload and install" }).first().click();
  await (await chooser).setFiles({ name: file_name, mimeType: "application/octet-stream", buffer });
  const last = async () => (await client.call(ENDPOINTS.appInstallList, { params, query: PROJECT })).list[0];
  await until("an app installed", async () => (await last())?.state === "installed" || undefined);
  const app = { params, query: PROJECT, body: { package_name: PACKAGE } };
  await client.call(ENDPOINTS.appStart, app);
  await client.call(ENDPOINTS.appUninstall, app);
  await until("an app uninstalled", async () => (await last())?.state === "uninstalled" || undefined);
  // What a project keeps is listed as long as it is kept.
  const { list } = await client.call(ENDPOINTS.appList, { query: { ...PROJECT, keyword: file_name } });
  for (const { app_id } of list) await client.call(ENDPOINTS.appDelete, { params: { app_id }, query: PROJECT });
}

async function dropSockets({ page, debug, ways }: Hands, whose: "page" | "agent"): Promise<void> {
  await debug.live();
  // That the picture stops may be over before anybody looks.
  const dialled = page.waitForEvent("websocket");
  ways[whose].cut();
  await dialled;
  await debug.live();
  // The shell of before is gone, and what is typed before the next one is there goes nowhere.
  await debug.tab("Terminal").click();
  const rows = page.locator(".xterm-rows");
  await until("a shell that answers", async () => {
    await page.locator(".xterm-helper-textarea").focus();
    await page.keyboard.insertText("clear; echo new-''shell");
    await page.keyboard.press("Enter");
    return await rows
      .filter({ hasText: "new-shell" })
      .waitFor({ timeout: 3_000 })
      .then(
        () => true,
        () => undefined,
      );
  });
}
