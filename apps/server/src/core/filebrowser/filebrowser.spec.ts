import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { buffer as bytesOf } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deferred } from "@udt/base";
import { ENDPOINTS, type FileEntry, filesToAgent, type FilesToServer, fillPath, LIMITS, say } from "@udt/contract";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const entryOf = (name: string, change: Partial<FileEntry> = {}): FileEntry => ({
  name,
  kind: "file",
  size_bytes: 0,
  modified_at: 1_700_000_000_000,
  mode: 0o660,
  leads_to: null,
  ...change,
});

describe("the files of a session's device", () => {
  let udt: TestServer;
  let ada: Person;
  let bea: Person;
  let agent: TestAgent;
  let params: { test_id: string; device_id: string };
  const query = { project: "alpha" };
  const at = (path: string) => ({ as: ada, params, query: { ...query, path } });

  /** The agent's end of the next call. */
  const device = async () => {
    const seen = agent.streams.length;
    const end = await until(() => agent.streams[seen] ?? expect.fail("nothing was asked"));
    const { socket, heard } = end;
    const closed = once(socket, "close");
    const asked = () =>
      heard.flatMap(({ data, isBinary }) => (isBinary ? [] : [filesToAgent.parse(JSON.parse(data.toString()))]));
    const received = () => Buffer.concat(heard.flatMap(({ data, isBinary }) => (isBinary ? [data] : [])));
    const tell = (message: FilesToServer) => socket.send(JSON.stringify(message));
    await until(() => expect(asked()).not.toHaveLength(0));
    return { end, socket, asked, received, closed, say: tell };
  };

  beforeAll(async () => {
    udt = await TestServer.start();
    ada = await udt.person("ada");
    bea = await udt.person("bea");
    await udt.project(
      "alpha",
      [ada, bea].map((person) => ({ person, user_type: 2 as const })),
    );
  });
  afterAll(() => udt.dispose());
  let count = 0;
  beforeEach(async () => {
    agent = await udt.agent(`agent-${++count}`);
    await agent.connect([deviceReport(`s-${count}`)]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query });
    const { device_id } = list.find(({ serial }) => serial === `s-${count}`)!;
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    params = { device_id, test_id: (await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body })).test_id };
    await until(async () =>
      expect((await udt.ok(ENDPOINTS.testGet, { as: ada, query, params })).state).toBe("running"),
    );
  });

  it("are listed as the agent tells them, at the path resolved", async () => {
    const answer = udt.ok(ENDPOINTS.fileList, at("/sdcard/../sdcard/./a b/"));
    const { asked, say, end } = await device();
    expect(end.stream).toBe("files");
    expect(asked()).toEqual([{ type: "list", path: "/sdcard/a b" }]);
    say({ type: "entries", entries: [entryOf("one\ntwo")] });
    say({ type: "entries", entries: [entryOf("写真", { kind: "folder" })] });
    say({ type: "done", entry: null });
    expect(await answer).toEqual({
      path: "/sdcard/a b",
      list: [entryOf("one\ntwo"), entryOf("写真", { kind: "folder" })],
      left_out: 0,
    });
  });

  it.each([
    ["relative", "sdcard"],
    ["with NUL", "/sd\0card"],
    ["too long", `/${"é".repeat(2_048)}`],
  ])("are asked for by no path that is %s", async (_, path) => {
    const { status } = await udt.refused(ENDPOINTS.fileList, at(path), "file_name_invalid");
    expect(status).toBe(400);
    expect(agent.streams).toHaveLength(0);
  });

  it("cannot be made, moved or deleted at the root", async () => {
    const body = { path: "/sdcard/..", to: "/sdcard/x" };
    await udt.refused(ENDPOINTS.fileRename, { as: ada, params, query, body }, "file_name_invalid");
    await udt.refused(ENDPOINTS.fileDelete, at("/"), "file_name_invalid");
    await udt.refused(ENDPOINTS.fileFolder, { as: ada, params, query, body: { path: "/." } }, "file_name_invalid");
    expect(agent.all("command")).toHaveLength(0);
  });

  it.each([
    ["itself", "/sdcard/a/b"],
    ["what lies in it", "/sdcard/a/b/c/d"],
    ["itself by a detour", "/sdcard/x/../a/./b"],
  ])("are moved into no folder that is %s", async (_, to) => {
    const body = { path: "/sdcard/a", to };
    const refused = await udt.refused(ENDPOINTS.fileRename, { as: ada, params, query, body }, "file_name_invalid");
    expect(refused.data).toMatchObject({ args: { path: to.replace("x/../a/.", "a") } });
    expect(agent.all("command")).toHaveLength(0);
  });

  it("are moved to a name that begins as theirs", async () => {
    agent.script.command = () => ({ data: entryOf("new") });
    await udt.ok(ENDPOINTS.fileRename, { as: ada, params, query, body: { path: "/sdcard/a", to: "/sdcard/ab/c" } });
    expect(agent.all("command")).toHaveLength(1);
  });

  it("are made, moved and deleted by commands", async () => {
    agent.script.command = ({ command }) => ({ data: command.name === "file_delete" ? null : entryOf("new") });
    const call = { as: ada, params, query };
    await udt.ok(ENDPOINTS.fileFolder, { ...call, body: { path: "/sdcard/$(x)" } });
    await udt.ok(ENDPOINTS.fileRename, { ...call, body: { path: "/sdcard/-a", to: "/sdcard/b/../c" } });
    await udt.ok(ENDPOINTS.fileDelete, at("/sdcard/c"));
    expect(agent.all("command").map(({ command }) => command)).toEqual([
      { name: "file_folder", path: "/sdcard/$(x)" },
      { name: "file_rename", path: "/sdcard/-a", to: "/sdcard/c" },
      { name: "file_delete", path: "/sdcard/c" },
    ]);
  });

  it("may take minutes to be deleted and moved, and are waited for as long as the device has", async () => {
    const body = { path: "/sdcard/a", to: "/sdcard/b" };
    for (const call of [
      () => udt.call(ENDPOINTS.fileDelete, at("/sdcard/a")),
      () => udt.call(ENDPOINTS.fileRename, { as: ada, params, query, body }),
    ]) {
      const asked = deferred<undefined>();
      const answer = deferred<{ error: { code: string; args: Record<string, never> } }>();
      agent.script.command = () => {
        asked.resolve(undefined);
        return answer.promise;
      };
      const called = call();
      await asked.promise;
      for (let passed = 0; passed < 5 * 60_000; passed += LIMITS.agent_heartbeat_ms) {
        udt.clock.turn(LIMITS.agent_heartbeat_ms);
        await agent.heartbeat();
      }
      answer.resolve({ error: { code: "device_took_too_long", args: {} } });
      expect(await called).toMatchObject({ code: "device_took_too_long", status: 504 });
    }
  });

  it("are refused by what the device says, and never by what an agent may not say", async () => {
    const answer = udt.call(ENDPOINTS.fileList, at("/data"));
    const one = await device();
    const args = { path: "/data", reason: say("device_refused", {}, "Permission denied") };
    one.say({ type: "refused", code: "file_denied", args });
    expect(await answer).toMatchObject({ code: "file_denied", status: 403, data: { args } });
    const evil = udt.call(ENDPOINTS.fileList, at("/data"));
    (await device()).say({ type: "refused", code: "need_login", args: {} });
    expect(await evil).toMatchObject({ code: "device_command_failed" });
    const odd = udt.call(ENDPOINTS.fileList, at("/data"));
    (await device()).socket.send('{"type":"what"}');
    expect(await odd).toMatchObject({ code: "device_command_failed" });
    const cut = udt.call(ENDPOINTS.fileList, at("/data"));
    (await device()).socket.terminate();
    expect(await cut).toMatchObject({ code: "agent_lost" });
  });

  it("are the holder's alone", async () => {
    for (const endpoint of [ENDPOINTS.fileList, ENDPOINTS.fileDownload])
      await udt.refused(endpoint, { ...at("/sdcard"), as: bea }, "not_driver");
    expect(agent.streams).toHaveLength(0);
  });

  it("are downloaded with their size, and never shown in place", async () => {
    const bytes = randomBytes(300_000);
    const answer = udt.call(ENDPOINTS.fileDownload, at(`/sdcard/it's "写真".html`));
    const { asked, say, socket } = await device();
    expect(asked()).toEqual([{ type: "read", path: `/sdcard/it's "写真".html`, max_bytes: null }]);
    say({ type: "found", entry: entryOf(`it's "写真".html`, { size_bytes: bytes.length }) });
    for (let from = 0; from < bytes.length; from += 65_536) socket.send(bytes.subarray(from, from + 65_536));
    say({ type: "done", entry: null });
    expect((await answer).headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": String(bytes.length),
      "content-disposition": "attachment; filename*=UTF-8''it%27s%20%22%E5%86%99%E7%9C%9F%22.html",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
  });

  it("come as an archive where they are a folder", async () => {
    const answer = udt.call(ENDPOINTS.fileDownload, at("/sdcard/Download"));
    const read = await device();
    const args = { path: "/sdcard/Download", reason: say("device_refused") };
    const archive = device();
    read.say({ type: "refused", code: "file_is_folder", args });
    const { asked, say: tell, socket } = await archive;
    expect(asked()).toEqual([{ type: "archive", path: "/sdcard/Download" }]);
    tell({ type: "found", entry: entryOf("Download", { kind: "folder" }) });
    socket.send(Buffer.from("archive"));
    tell({ type: "done", entry: null });
    const { headers, text } = await answer;
    expect(text).toBe("archive");
    expect(headers).toMatchObject({
      "content-type": "application/x-tar",
      "content-disposition": "attachment; filename*=UTF-8''Download.tar",
    });
  });

  /** A call over a real connection, which can be hung up. */
  const dial = (endpoint: { method: string; path: string }, path: string) =>
    httpRequest(
      `${udt.server.url}${fillPath(endpoint.path, params)}?${new URLSearchParams({ ...query, path }).toString()}`,
      {
        method: endpoint.method,
        headers: {
          cookie: ada.cookie,
          "x-requested-with": "XMLHttpRequest",
          "content-type": "application/octet-stream",
        },
      },
    );

  it("hold the device up while nobody takes their bytes, and let it go when the reader hangs up", async () => {
    const request = dial(ENDPOINTS.fileDownload, "/sdcard/large");
    request.end();
    const { say, socket, closed } = await device();
    const part = Buffer.alloc(1024 * 1024);
    say({ type: "found", entry: entryOf("large", { size_bytes: part.length * 64 }) });
    socket.send(part);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.pause();
    for (let sent = 1; sent < 64; sent++) socket.send(part);
    // The socket's own buffer of the system takes some; the rest stays with the agent.
    await until(() => expect(socket.bufferedAmount).toBeGreaterThan(part.length * 16));
    response.destroy();
    await closed;
  });

  it("that become shorter while they are read do not pass for whole", async () => {
    const request = dial(ENDPOINTS.fileDownload, "/sdcard/shrinks");
    request.end();
    const { say, socket } = await device();
    say({ type: "found", entry: entryOf("shrinks", { size_bytes: 1000 }) });
    socket.send(Buffer.alloc(10));
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const read = expect(bytesOf(response)).rejects.toThrow("aborted");
    say({ type: "done", entry: null });
    await read;
  });

  it("are uploaded as they come, and answer what they are then", async () => {
    const bytes = randomBytes(200_000);
    const answer = udt.ok(ENDPOINTS.fileUpload, { ...at("/sdcard/a.bin"), body: bytes });
    const { asked, received, say } = await device();
    expect(asked()).toEqual([{ type: "write", path: "/sdcard/a.bin", replace: false }]);
    say({ type: "ready" });
    await until(() => expect(asked().at(-1)).toEqual({ type: "written" }));
    expect(received().equals(bytes)).toBe(true);
    say({ type: "done", entry: entryOf("a.bin", { size_bytes: bytes.length }) });
    expect(await answer).toMatchObject({ name: "a.bin", size_bytes: bytes.length });
  });

  it("that are empty are uploaded, too, and replace what is there when told to", async () => {
    const call = at("/sdcard/empty");
    const answer = udt.ok(ENDPOINTS.fileUpload, {
      ...call,
      query: { ...call.query, replace: 1 },
      body: Buffer.alloc(0),
    });
    const { asked, say } = await device();
    expect(asked()).toEqual([{ type: "write", path: "/sdcard/empty", replace: true }]);
    say({ type: "ready" });
    await until(() => expect(asked()).toHaveLength(2));
    say({ type: "done", entry: entryOf("empty") });
    await answer;
  });

  it("are given up when the uploader hangs up", async () => {
    const request = dial(ENDPOINTS.fileUpload, "/sdcard/half");
    request.on("error", () => {});
    request.write(Buffer.alloc(100_000));
    const { asked, received, say, closed } = await device();
    say({ type: "ready" });
    await until(() => expect(received()).not.toHaveLength(0));
    request.destroy();
    await closed;
    expect(asked()).toHaveLength(1);
  });

  it("are refused amid an upload, with the reason", async () => {
    const request = dial(ENDPOINTS.fileUpload, "/sdcard/big");
    request.write(Buffer.alloc(100_000));
    const { received, say: tell } = await device();
    tell({ type: "ready" });
    await until(() => expect(received()).not.toHaveLength(0));
    const reason = say("device_refused", {}, "No space left on device");
    tell({ type: "refused", code: "file_no_space", args: { path: "/sdcard/big", reason } });
    const answered = once(request, "response");
    request.end(Buffer.alloc(1000));
    const [response] = (await answered) as [IncomingMessage];
    expect(response.statusCode).toBe(507);
    response.resume();
  });

  it("are refused amid an upload of which nothing more comes, and end with the test", async () => {
    const stalled = async (path: string) => {
      const request = dial(ENDPOINTS.fileUpload, path);
      request.on("error", () => {});
      request.write(Buffer.alloc(100_000));
      const end = await device();
      end.say({ type: "ready" });
      await until(() => expect(end.received()).not.toHaveLength(0));
      return { request, end, answered: once(request, "response") as Promise<[IncomingMessage]> };
    };
    const big = await stalled("/sdcard/big");
    const reason = say("device_refused", {}, "No space left on device");
    big.end.say({ type: "refused", code: "file_no_space", args: { path: "/sdcard/big", reason } });
    expect((await big.answered)[0].statusCode).toBe(507);
    big.request.destroy();
    const last = await stalled("/sdcard/last");
    await udt.ok(ENDPOINTS.testCancel, { as: ada, query, params });
    expect((await last.answered)[0].statusCode).toBeGreaterThanOrEqual(400);
    last.request.destroy();
  });

  it("close with the test", async () => {
    const answer = udt.call(ENDPOINTS.fileList, at("/sdcard"));
    const { closed } = await device();
    await udt.ok(ENDPOINTS.testCancel, { as: ada, query, params });
    expect((await closed)[0]).toBe(4409);
    expect(await answer).toMatchObject({
      code: "test_ended",
      status: 409,
      data: { args: { test_id: params.test_id } },
    });
    await udt.refused(ENDPOINTS.fileList, at("/sdcard"), "test_ended");
  });

  it("say of what is under way that somebody else has control by now", async () => {
    const answer = udt.call(ENDPOINTS.fileList, at("/sdcard"));
    const { closed } = await device();
    const body = { user_id: bea.user_id, instead: true };
    await udt.ok(ENDPOINTS.controlGive, { as: ada, query, params, body });
    await closed;
    expect(await answer).toMatchObject({ code: "not_driver", data: { args: { test_id: params.test_id } } });
  });

  it("keep the test from ending by inactivity", async () => {
    const deadline = async () => (await udt.ok(ENDPOINTS.testGet, { as: ada, query, params })).inactive_deadline!;
    const first = await deadline();
    udt.clock.turn(40_000);
    await agent.heartbeat();
    const answer = udt.ok(ENDPOINTS.fileList, at("/sdcard"));
    (await device()).say({ type: "done", entry: null });
    await answer;
    await until(async () => expect(await deadline()).toBeGreaterThan(first));
  });

  it("do not wait for ever", async () => {
    const answer = udt.call(ENDPOINTS.fileList, at("/sdcard"));
    const { closed } = await device();
    for (let passed = 0; passed < 60_000; passed += 5_000) {
      udt.clock.turn(5_000);
      await agent.heartbeat();
    }
    expect(await answer).toMatchObject({ code: "agent_timeout", status: 504 });
    await closed;
  });
});
