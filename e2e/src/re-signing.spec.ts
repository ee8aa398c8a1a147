/** Signing an IPA anew: by an agent that has a signing tool, which leaves a further version of the app and nothing else. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildIpa, machO } from "@udt/appfile/testing";
import type { Client } from "@udt/client";
import { ENDPOINTS, type Resign } from "@udt/contract";
import { makeIdentity, signingFiles } from "@udt/server/testing/ios-signing";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { uploadPackage } from "./app-upload.ts";
import { enter } from "./console-pages.ts";
import { callUnderWay, standInTool, type StandInTool } from "./stand-in-tool.ts";

const query = { project: "demo" };
const identity = makeIdentity();
const PASSWORD = "密码 ’ $(id)";
const files = signingFiles({ identity, password: PASSWORD, scheme: "rc2" });
const ipa = (facts: object = {}) =>
  buildIpa({ packageName: "com.example.shop", executable: machO({ entitlements: {} }), ...facts });
const SIGNED = ipa({ executable: machO({ entitlements: {}, certificates: [identity.der] }) });
/** Resolves once what is asked holds. */
const seen = <T>(ask: () => T | Promise<T>): Promise<T> => vi.waitFor(ask, { timeout: 60_000, interval: 100 });
const folder = mkdtempSync(join(tmpdir(), "udt-signing-"));
/** Where an agent keeps its tasks' files while it works on them. */
const tasksOf = (udt: Udt) => join(udt.dataDir, "agent", "tasks");
const pageOf = (udt: Udt, cert_id: string) => `${udt.url}/demo/management/ios-certificate/${cert_id}/view`;
/** Chooses the app of that package for what would fail. */
async function choose(page: Page, package_name: string) {
  await page.getByRole("region", { name: "Re-sign an app" }).getByRole("combobox").click();
  await page.getByTitle(package_name).click();
}

describe("with an agent that has a signing tool", { timeout: 120_000 }, () => {
  let udt: Udt;
  let client: Client;
  let tool: StandInTool;
  let cert_id: string;
  let app_id: string;

  beforeAll(async () => {
    tool = standInTool(folder, SIGNED);
    udt = await startUdt({ phones: 1, env: { PATH: tool.path } });
    client = await udt.signIn();
    const body = { title: "Team", ...files };
    ({ cert_id } = await client.call(ENDPOINTS.iosCertificateCreate, { query, body }));
    ({ app_id } = await uploadPackage(client, "demo", "shop.ipa", ipa()));
    return async () => {
      await udt.stop();
      rmSync(folder, { recursive: true });
    };
  });

  const start = (id = app_id) =>
    client.call(ENDPOINTS.resignStart, { params: { cert_id }, query, body: { app_id: id } });
  const list = () => client.call(ENDPOINTS.resignList, { params: { cert_id }, query });
  const tools = async () => (await client.call(ENDPOINTS.signingToolList, { query })).list;
  const cancel = (task_id: string) => client.call(ENDPOINTS.resignCancel, { params: { cert_id, task_id }, query });
  const reached = (task_id: string, state: Resign["state"]) =>
    seen(async () => {
      const found = (await list()).list.find((one) => one.task_id === task_id);
      expect(found).toMatchObject({ state });
      return found!;
    });
  const left = () => readdirSync(tasksOf(udt));
  const called = () =>
    seen(() => {
      const call = callUnderWay(tasksOf(udt));
      return call ?? expect.fail("not called yet");
    });

  it("tells of the tool where agents are shown and where it is asked for", async () => {
    const agents = await client.call(ENDPOINTS.agentList, { query: {} });
    expect(agents.list).toMatchObject([{ signing_tool: { name: "zsign", version: "1.1.1" } }]);
    expect((await list()).total).toBe(0);
    await seen(async () =>
      expect(await tools()).toEqual([{ agent_name: "local", name: "zsign", version: "1.1.1", is_ready: true }]),
    );
  });

  it("signs, and what comes of it is another version of the app", async () => {
    const { task_id } = await start();
    const done = await reached(task_id, "done");
    expect(done).toMatchObject({ app_id, app_name: "UDT Demo", agent_name: "local", failure: null, message: null });
    const versions = await client.call(ENDPOINTS.appVersions, { params: { app_id }, query });
    expect(versions.list.map(({ app }) => [app.file_name, app.app_id])).toEqual([
      ["shop-resigned.ipa", done.signed_app_id],
      ["shop.ipa", app_id],
    ]);
  });

  it("gives the tool key, certificate and profile, never a password, and leaves nothing behind", async () => {
    tool.behaves("hangs");
    const { task_id } = await start();
    const call = await called();
    expect((statSync(join(tasksOf(udt), task_id)).mode & 0o777).toString(8)).toBe("700");
    await cancel(task_id);
    await seen(() => expect(left()).toEqual([]));
    expect(createPrivateKey(call.identity).asymmetricKeyType).toBe("rsa");
    expect(new X509Certificate(call.identity).raw.equals(identity.der)).toBe(true);
    expect(Buffer.from(call.profile, "base64").equals(Buffer.from(await files.mobileprovision.arrayBuffer()))).toBe(
      true,
    );
    expect(call.identity_mode).toBe("600");
    expect(call.environment.filter((name) => name.startsWith("UDT_"))).toEqual([]);
    expect(JSON.stringify(call.words)).not.toMatch(/密码|PRIVATE|-p/);
    const said = [udt.agent, udt.server].map((role) => role.output).join("");
    expect(said).not.toContain("PRIVATE KEY");
    expect(said).not.toContain("密码");
  });

  it("says why it failed, with the tool’s own words beside it", async () => {
    tool.behaves("fails");
    const { task_id } = await start();
    expect(await reached(task_id, "failed")).toMatchObject({
      failure: "sign_failed",
      signed_app_id: null,
      message: {
        code: "resign_tool_failed",
        args: { tool: "zsign", exit_code: 255 },
        evidence: ">>> Can't find paired certificate and private key!",
      },
    });
    expect(left()).toEqual([]);
  });

  it("does not keep what comes back without the certificate in its signature", async () => {
    tool.behaves(ipa());
    const { task_id } = await start();
    expect(await reached(task_id, "failed")).toMatchObject({
      failure: "save_failed",
      signed_app_id: null,
      message: { code: "resign_certificate_unnamed", args: { path: "Payload/Demo.app" } },
    });
  });

  it("does one at a time with a certificate, and is called off amid signing", async () => {
    tool.behaves("hangs");
    const { task_id } = await start();
    await called();
    await seen(async () => expect((await list()).list[0]).toMatchObject({ task_id, stage: "sign", state: "running" }));
    expect(left()).toEqual([task_id]);
    await expect(start()).rejects.toMatchObject({ code: "resign_under_way", args: { app: "UDT Demo" } });
    expect(await cancel(task_id)).toMatchObject({ state: "cancelled" });
    await seen(() => expect(left()).toEqual([]));
    await expect(cancel(task_id)).rejects.toMatchObject({ code: "resign_over" });
    tool.behaves(SIGNED);
  });

  it("does not begin what the check says would fail", async () => {
    const encrypted = ipa({ executable: machO({ isEncrypted: true }), versionName: "2.0" });
    const other = await uploadPackage(client, "demo", "store.ipa", encrypted);
    await expect(start(other.app_id)).rejects.toMatchObject({
      code: "resign_blocked",
      args: { reason: { code: "resign_encrypted" } },
    });
  });

  it("waits while the agent is away, says so, and goes on with it", async () => {
    await udt.agent.kill();
    await seen(async () => expect(await tools()).toMatchObject([{ is_ready: false }]));
    const { task_id } = await start();
    expect((await list()).list[0]).toMatchObject({ task_id, state: "queued", agent_name: "" });
    await udt.restart("agent");
    await reached(task_id, "done");
  });

  it("goes with its certificate, also amid signing", async () => {
    tool.behaves("hangs");
    await start();
    await called();
    await client.call(ENDPOINTS.iosCertificateDelete, { params: { cert_id }, query });
    await seen(() => expect(left()).toEqual([]));
    await expect(list()).rejects.toMatchObject({ code: "ios_certificate_not_found" });
  });
});

describe("in the console", { timeout: 180_000 }, () => {
  let udt: Udt;
  let tool: StandInTool;
  let browser: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    await using begun = new AsyncDisposableStack();
    const place = mkdtempSync(join(tmpdir(), "udt-signing-"));
    begun.defer(() => rmSync(place, { recursive: true }));
    tool = standInTool(place, SIGNED);
    udt = begun.adopt(await startUdt({ phones: 1, env: { PATH: tool.path } }), (one) => one.stop());
    browser = begun.use(await openBrowser());
    page = await browser.newPage();
    await enter(page, udt);
    const client = await udt.signIn();
    const { cert_id } = await client.call(ENDPOINTS.iosCertificateCreate, { query, body: { title: "Team", ...files } });
    await uploadPackage(client, "demo", "shop.ipa", ipa());
    const away = { name: "Payload/Demo.app/away", content: Buffer.from("/root"), mode: 0o120777 };
    const harmful = { packageName: "com.example.harmful", extraEntries: [away] };
    await uploadPackage(client, "demo", "harmful.ipa", ipa(harmful));
    await page.goto(pageOf(udt, cert_id));
    const all = begun.move();
    return () => all.disposeAsync();
  });

  const card = () => page.getByRole("region", { name: "Re-sign an app" });
  const newest = () => page.getByRole("region", { name: "What was signed" }).locator("tbody tr").first();
  const press = () => card().getByRole("button", { name: "Re-sign" }).click();

  it("what would harm the agent’s computer cannot be begun, and says why", async () => {
    await page.getByText("Nothing has been signed with this certificate yet.").waitFor();
    await choose(page, "com.example.harmful");
    await card().getByText("Payload/Demo.app/away is a link or no ordinary file").waitFor();
    expect(await card().getByRole("button", { name: "Re-sign" }).count()).toBe(0);
  });

  it("what is being signed tells how far it is, is alone with its certificate, and is called off", async () => {
    tool.behaves("hangs");
    await choose(page, "com.example.shop");
    await card().getByText("Nothing is known that would fail.").waitFor();
    await card().getByText("Signed by zsign 1.1.1 on agent local.").waitFor();
    await press();
    await page.getByText("UDT Demo is being re-signed.").waitFor();
    await newest().getByText("Signs", { exact: true }).waitFor();
    await newest().getByText("on local").waitFor();
    await seen(() => expect(callUnderWay(tasksOf(udt))).toBeDefined());
    await press();
    await card().getByRole("alert").getByText("UDT Demo").waitFor();
    await newest().getByRole("button", { name: "Call off" }).click();
    await newest().getByText("Called off").waitFor();
  });

  it("what fails says at what, with the tool’s own words", async () => {
    tool.behaves("fails");
    await press();
    await newest().getByText("Signing failed").waitFor();
    await newest().getByText("zsign could not sign the app and ended with exit code 255").waitFor();
    await newest().getByText(">>> Can't find paired certificate and private key!").waitFor();
  });

  it("what is signed arrives among the apps, and is shown from there", async () => {
    tool.behaves(SIGNED);
    await press();
    await newest().getByText("Signed", { exact: true }).waitFor();
    await newest().getByRole("link", { name: "Show the signed app" }).click();
    await page.getByRole("dialog").getByText("shop-resigned.ipa").first().waitFor();
  });
});

it("without a signing tool anywhere it is refused, and nothing is queued", { timeout: 60_000 }, async () => {
  const udt = await startUdt({ phones: 1, env: { PATH: join(process.execPath, "..") } });
  try {
    const client = await udt.signIn();
    const body = { title: "Team", ...signingFiles({ identity }) };
    const { cert_id } = await client.call(ENDPOINTS.iosCertificateCreate, { query, body });
    const { app_id } = await uploadPackage(client, "demo", "shop.ipa", ipa());
    const call = { params: { cert_id }, query };
    await expect(client.call(ENDPOINTS.resignStart, { ...call, body: { app_id } })).rejects.toMatchObject({
      code: "resign_no_tool",
    });
    expect(await client.call(ENDPOINTS.resignList, call)).toMatchObject({ total: 0 });
    expect((await client.call(ENDPOINTS.signingToolList, { query })).list).toEqual([]);
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await enter(page, udt);
      await page.goto(pageOf(udt, cert_id));
      await choose(page, "com.example.shop");
      await page.getByText("Nothing can be signed: no agent of this project has a signing tool.").waitFor();
      expect(await page.getByRole("button", { name: "Re-sign" }).count()).toBe(0);
    } finally {
      await browser.close();
    }
  } finally {
    await udt.stop();
  }
});
