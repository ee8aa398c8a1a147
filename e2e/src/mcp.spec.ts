import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Client } from "@udt/client";
import { pictureFacts } from "@udt/base";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import { DebugPage, enter } from "./console-pages.ts";

const project = "demo";
const SHOP = "dev.udt.shop";
const EMAIL = "ada@example.com";

interface Listed {
  ref: string;
  id?: string;
  text?: string;
  flags?: string[];
}
interface Answer {
  structuredContent?: Record<string, unknown>;
  content: { type: string; text?: string; data?: string; mimeType?: string }[];
  isError?: boolean;
}

describe("a program with an API key", () => {
  let udt: Udt;
  let people: Client;
  let mcp: McpClient;
  let test_id: string;

  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Answer> =>
    (await mcp.callTool({ name, arguments: args })) as unknown as Answer;
  /** The data of a call that must succeed. */
  const ok = async (name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const answer = await call(name, args);
    expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
    return answer.structuredContent!;
  };
  const here = (name: string, args: Record<string, unknown> = {}) => ok(name, { test_id, ...args });
  const elements = async () => (await here("device_tree"))["elements"] as Listed[];
  const find = (id: string): Promise<Listed> =>
    vi.waitFor(
      async () => {
        const list = await elements();
        return list.find((one) => one.id === id) ?? expect.fail(`no ${id} in ${JSON.stringify(list)}`);
      },
      { timeout: 60_000, interval: 100 },
    );
  const tap = async (id: string) => here("device_tap", { ref: (await find(id)).ref });
  const refusal = async (name: string, args: Record<string, unknown>) => {
    const { isError, content } = await call(name, args);
    expect(isError).toBe(true);
    return JSON.parse(content[0]!.text!) as { code: string; message: string };
  };

  const connect = async (authorization: string) => {
    const client = new McpClient({ name: "spec", version: "1" });
    const requestInit = { headers: { authorization } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${udt.url}/mcp`), { requestInit }));
    return client;
  };

  beforeAll(async () => {
    udt = await startUdt({ phones: 1 });
    people = await udt.signIn();
    const body = { name: "an agent", access: "write", project_id: project, password: udt.admin.password } as const;
    const { secret_id, secret_key } = await people.call(ENDPOINTS.keyCreate, { body });
    mcp = await connect(`Basic ${Buffer.from(`${secret_id}:${secret_key}`).toString("base64")}`);
  });
  afterAll(async () => {
    await mcp?.close();
    await udt?.stop();
  });

  it("takes a device in an ordinary session, which people see", async () => {
    const taken = await ok("device_take", { minutes: 30 });
    test_id = String(taken["test_id"]);
    expect(taken["state"]).toBe("running");
    const test = await people.call(ENDPOINTS.testGet, { params: { test_id }, query: { project } });
    expect(test).toMatchObject({ kind: "debug", state: "running", duration_minutes: 30 });
    expect(taken["page"]).toContain(`/demo/remote/debug?test_id=${test_id}`);
  });

  it("signs in to the shop by what it reads on the screen", async () => {
    await here("device_start", { package_name: SHOP });
    await tap("account_button");
    await here("device_type", { ref: (await find("email_input")).ref, text: EMAIL });
    await here("device_type", { ref: (await find("password_input")).ref, text: "lighthouse" });
    await here("device_key", { key: "Enter" });
    await tap("account_button");
    expect((await find("signed_in_as")).text).toBe(EMAIL);
  });

  it("sees the screen as a picture, and touches points of it", async () => {
    const { content } = await call("device_screenshot", { test_id });
    const picture = content.find(({ type }) => type === "image")!;
    expect(picture.mimeType).toBe("image/png");
    expect(Buffer.from(picture.data!, "base64").subarray(1, 4).toString()).toBe("PNG");
    // Smaller, and told by how much: the phone is 720 × 1600.
    const small = await call("device_screenshot", { test_id, height: 400, quality: 60 });
    expect(small.structuredContent).toMatchObject({ content_type: "image/jpeg", scale: 4 });
    const jpeg = Buffer.from(small.content.find(({ type }) => type === "image")!.data!, "base64");
    expect(pictureFacts(jpeg)).toEqual({ content_type: "image/jpeg", width: 180, height: 400 });
  });

  it("has its session seen at its page, where the key's owner has the device in hand at once", async () => {
    const { page: address } = await here("device_session");
    await using browser = await openBrowser();
    const page = browser.pages()[0] ?? (await browser.newPage());
    await enter(page, udt);
    await page.goto(`${udt.url}${String(address).slice(String(address).indexOf("/demo/"))}`);
    // Live, and fingers reach the device.
    await new DebugPage(page).live();
    await page.getByText("API key an agent").waitFor();
    // The program goes on beside them.
    await here("device_key", { key: "GoHome" });
    await here("device_start", { package_name: SHOP });
    expect((await find("signed_in_as")).text).toBe(EMAIL);
    // By one click it does not, until it is given back.
    await page.getByRole("button", { name: "People in this session" }).click();
    await page.getByRole("button", { name: "Take over from the program" }).click();
    await page.getByRole("button", { name: "Give back" }).waitFor();
    expect(await refusal("device_key", { test_id, key: "GoHome" })).toMatchObject({ code: "not_driver" });
    await page.getByRole("button", { name: "Give back" }).click();
    await page.getByRole("button", { name: "Take over from the program" }).waitFor();
    await here("device_key", { key: "GoHome" });
    await here("device_start", { package_name: SHOP });
  });

  it("swipes, reads the log on, measures, records, and keeps files", async () => {
    await here("device_swipe", { from_x: 300, from_y: 1200, to_x: 300, to_y: 500 });
    const { next_since: since } = await here("device_log");
    expect(since).toBeGreaterThan(0);
    const { lines } = await here("device_log", { since });
    expect((lines as { time: number }[]).every(({ time }) => time >= Number(since))).toBe(true);
    const { samples } = await here("device_performance", { package_name: SHOP, seconds: 1 });
    expect(samples).toMatchObject([{ package_name: SHOP, mem_pss: expect.any(Number) }]);
    expect(await here("device_record", { act: "start" })).toMatchObject({ name: "recorded-1.mp4" });
    const { files } = await here("device_record", { act: "stop" });
    expect((files as { name: string }[]).map(({ name }) => name)).toContain("recorded-1.mp4");
    const path = "/sdcard/it's a \u30e1\u30e2.txt";
    await here("device_file_write", { path, content: "read by programs" });
    expect(await here("device_file_read", { path })).toMatchObject({ content: "read by programs" });
    await here("device_file_delete", { path });
    expect(await refusal("device_file_read", { test_id, path })).toMatchObject({ code: "file_not_found" });
  });

  it("is told by a code what cannot be", async () => {
    expect(await refusal("device_tap", { test_id, ref: "enothing" })).toMatchObject({ code: "element_gone" });
    expect(await refusal("device_tap", { test_id, x: 99_999, y: 1 })).toMatchObject({ code: "point_outside" });
    expect(await refusal("device_tap", { test_id })).toMatchObject({ code: "point_missing" });
    expect(await refusal("device_take", {})).toMatchObject({ code: "no_idle_device" });
    expect(await refusal("device_start", { test_id, package_name: "no.such.app" })).toMatchObject({
      code: "start_app_failed",
    });
  });

  it("ends the session, and is told so of the ended one", async () => {
    expect(await here("device_end")).toMatchObject({ state: "ended", end_reason: "user" });
    expect(await refusal("device_tree", { test_id })).toMatchObject({
      code: "session_ended",
      message: expect.stringContaining("user"),
    });
  });
});
