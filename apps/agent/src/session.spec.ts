import { commandAnswers, deviceCommand, logToBrowser, type DeviceCommand, type SessionReport } from "@udt/contract";
import { buildApk } from "@udt/appfile/testing";
import { pictureFacts } from "@udt/base";
import { startPhones } from "@udt/phone";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { pickNode } from "../test/ui-dump.ts";
import { eventually, makeReady, openStream, startSession } from "../test/harness.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });
const PNG = "89504e47";

test("input: a key, text and touches reach the phone, and fingers are lifted when the browser goes", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  const input = await openStream(server, lease, "input");
  expect(await input.until((tap) => tap.texts[0])).toEqual({ type: "ready", source: "live" });

  const { screen } = first.phone;
  screen.start("dev.udt.notes");
  const button = await eventually(() => {
    const node = pickNode(screen.dump(), { "content-desc": "New note" });
    expect(node).toBeDefined();
    return node!;
  });
  const touch = { type: "touch", pointer_id: 0, x: button.x, y: button.y, width: 720, height: 1600 };
  input.json({ ...touch, action: "down" });
  input.json({ ...touch, action: "up" });
  const field = await eventually(() => {
    const node = pickNode(screen.dump(), { class: "android.widget.EditText" });
    expect(node).toBeDefined();
    return node!;
  });
  input.json({ ...touch, x: field.x, y: field.y, action: "down" });
  input.json({ ...touch, x: field.x, y: field.y, action: "up" });
  input.json({ type: "text", text: "héllo 你好" });
  await eventually(() =>
    expect(pickNode(screen.dump(), { class: "android.widget.EditText" })?.text).toBe("héllo 你好"),
  );

  input.json({ type: "key", action: "press", key: "ArrowLeft", modifiers: ["shift"] });
  input.json({ type: "key", action: "down", key: "Delete" });
  input.json({ type: "key", action: "up", key: "Delete" });
  await eventually(() => expect(pickNode(screen.dump(), { class: "android.widget.EditText" })?.text).toBe("héllo 你"));

  input.json({ type: "clipboard_set", text: "shared", paste: false });
  input.json({ type: "clipboard_get" });
  await input.until((tap) => tap.texts.some((text) => text["type"] === "clipboard" && text["text"] === "shared"));

  const touches: string[] = [];
  const original = screen.touch.bind(screen);
  screen.touch = (action, id, ...rest) => {
    touches.push(`${action} ${id}`);
    original(action, id, ...rest);
  };
  for (const pointer_id of [0, 1]) input.json({ ...touch, pointer_id, action: "down" });
  await eventually(() => expect(touches).toEqual(["down 0", "down 1"]));
  input.socket.terminate();
  await eventually(() => expect(touches.slice(2).toSorted()).toEqual(["up 0", "up 1"]));
});

test("a message that the contract does not know closes its stream with 4400, and no other", async () => {
  const { server, device } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  const [input, screen] = [await openStream(server, lease, "input"), await openStream(server, lease, "screen")];
  input.json({ type: "touch", x: "left" });
  expect(await input.closed).toMatchObject({ code: 4400 });
  screen.json({ type: "ping", seq: 5 });
  await screen.until((tap) => tap.texts.some((text) => text["type"] === "pong" && text["seq"] === 5));
});

test("terminals: bytes both ways, several at once, the exit code at the end", async () => {
  const { server, device } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  const [one, two] = [await openStream(server, lease, "terminal"), await openStream(server, lease, "terminal")];
  const shows = (wanted: string) => (tap: typeof one) => Buffer.concat(tap.binaries).toString().includes(wanted);
  one.json({ type: "resize", cols: 120, rows: 40 });
  one.socket.send(Buffer.from('echo "fir""st"\n'));
  two.socket.send(Buffer.from('echo "sec""ond"\n'));
  await one.until(shows("first"));
  await two.until(shows("second"));
  one.socket.send(Buffer.from("exit 3\n"));
  await one.until((tap) => tap.texts.some((text) => text["type"] === "exit" && text["code"] === 3));
  expect(await one.closed).toMatchObject({ code: 1000 });
  two.socket.send(Buffer.from('echo "st""ill"\n'));
  await two.until(shows("still"));
});

test("log: what was, what comes, and nothing after a clear", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const asked_at = Date.now();
  const lease = await startSession(server, device);
  const phoneLog = first.phone.system.log;
  phoneLog.write("W", "spec", "before");
  const log = await openStream(server, lease, "log");
  // A whole second is all that a device's clock tells.
  await log.until(({ texts }) => texts.length > 0);
  expect(log.texts[0]).toEqual({ type: "began", time: expect.any(Number) });
  expect(Number(log.texts[0]?.["time"])).toBeGreaterThanOrEqual(asked_at - 1_000);
  expect(Number(log.texts[0]?.["time"])).toBeLessThanOrEqual(Date.now());
  const lines = () =>
    log.texts
      .map((text) => logToBrowser.parse(text))
      .flatMap((message) => (message.type === "lines" ? message.lines : []))
      .filter(([, , tag]) => tag === "spec");
  await log.until(() => lines().length === 1);
  phoneLog.write("E", "spec", "after");
  await log.until(() => lines().length === 2);
  expect(lines().map(([, level, , , , message]) => `${level} ${message}`)).toEqual(["W before", "E after"]);
  log.json({ type: "clear" });
  await eventually(() => expect(phoneLog.entries().some(({ message }) => message === "after")).toBe(false));
  phoneLog.write("I", "spec", "fresh");
  const again = await openStream(server, lease, "log");
  await again.until((tap) => JSON.stringify(tap.texts).includes("fresh"));
  expect(JSON.stringify(again.texts)).not.toContain("before");
});

test("a session whose work breaks off ends with why, and its device comes free", async () => {
  const { server, device } = await makeReady(onePhone());
  // It takes neither what is to be done nor that it is over.
  server.onHttp = (_request, response) => {
    const answer = { ret: 1, data: null, msg: "no such part", request_id: "r" };
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(answer));
    return true;
  };
  const { lease_token } = await startSession(server, device, 1, "job");
  const reported = async (state: string) => {
    const fits = ({ session }: { session: SessionReport }) =>
      session.lease_token === lease_token && session.state === state;
    return (await server.until("session", fits)).session;
  };
  const error = { code: "agent_work_failed", evidence: expect.stringContaining("no such part") };
  expect(await reported("failed")).toMatchObject({ error });
  expect(await reported("cleaned")).toMatchObject({ error, end_reason: null });
  await startSession(server, device, 2);
});

test("a run's device is watched: nothing that people send reaches it, whatever the server asks for", async () => {
  const { server, device, first } = await makeReady(onePhone());
  // What the run is to do is never told.
  server.onHttp = () => true;
  const lease = await startSession(server, device, 1, "job");
  for (const stream of ["input", "terminal", "files"] as const)
    await expect(openStream(server, lease, stream)).rejects.toThrow("test_watched");
  const names = Object.keys(commandAnswers) as DeviceCommand["name"][];
  const args = {
    package_name: "dev.udt.shop",
    install_id: "i",
    file_path: "/f",
    md5: "m",
    size_bytes: 1,
    device_id: "d",
    folded: true,
    path: "/sdcard/a",
    to: "/sdcard/b",
    is_again: false,
    type: "back",
    image_index: 0,
    recording_id: "r",
    process: "dev.udt.shop",
    every_seconds: null,
    with_heap: false,
    next_number: 1,
    label: "",
  };
  for (const name of names) {
    const command = deviceCommand.parse({ name, ...args });
    const { error } = await server.request({ type: "command", ...lease, command });
    expect(error, name).toEqual({ code: "test_watched", args: { test_id: lease.test_id } });
  }
  const phoneLog = first.phone.system.log;
  phoneLog.write("W", "spec", "evidence");
  const log = await openStream(server, lease, "log");
  await log.until((tap) => JSON.stringify(tap.texts).includes("evidence"));
  log.json({ type: "clear" });
  expect(await log.closed).toEqual({ code: 4409, reason: "test_watched" });
  expect(phoneLog.entries().some(({ message }) => message === "evidence")).toBe(true);
  const screen = await openStream(server, lease, "screen");
  await screen.until((tap) => tap.binaries.length > 0);
  screen.json({ type: "quality", quality: "low" });
  screen.json({ type: "ping", seq: 1 });
  await screen.until((tap) => tap.texts.some(({ type }) => type === "pong"));
  expect(screen.texts).toContainEqual({ type: "quality", quality: "high", level: "high" });
  expect(screen.texts).not.toContainEqual(expect.objectContaining({ quality: "low" }));
});

test("who watches a debug session empties no log of the device", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  first.phone.system.log.write("W", "spec", "evidence");
  const log = await openStream(server, lease, "log", "any", true);
  log.json({ type: "clear" });
  expect(await log.closed).toEqual({ code: 4403, reason: "not_driver" });
  expect(first.phone.system.log.entries().some(({ message }) => message === "evidence")).toBe(true);
});

test("commands answer as the contract says, and refusals are rows with the device's words", async () => {
  const { server, device } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  const command = (command: Record<string, unknown>) => server.request({ type: "command", ...lease, command } as never);
  const { data } = await command({ name: "app_list" });
  expect(data).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ package_name: "dev.udt.notes", system: true })]),
    names_pending: true,
  });
  await eventually(async () =>
    expect((await command({ name: "app_list" })).data).toMatchObject({
      list: expect.arrayContaining([expect.objectContaining({ package_name: "dev.udt.notes", name: "Notes" })]),
      names_pending: false,
    }),
  );
  expect(await command({ name: "app_start", package_name: "dev.udt.notes" })).toMatchObject({
    error: null,
    data: null,
  });
  expect((await command({ name: "app_list" })).data).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ package_name: "dev.udt.notes", running: true })]),
  });
  expect(await command({ name: "app_start", package_name: "no.such" })).toMatchObject({
    error: { code: "start_app_failed" },
  });
  expect(await command({ name: "fold_get" })).toMatchObject({
    error: { code: "capability_missing", args: { capability: "fold" } },
  });
  expect(await command({ name: "screen_capture", device_id: "device-1" })).toMatchObject({
    error: null,
    data: { resource_id: "resource-1" },
  });
  expect(server.resources[0]!.url).toMatch(
    /^\/v1\/agent\/tests\/test-1\/devices\/device-1\/resources\?name=screenshot-.*\.png&kind=screenshot&content_type=image%2Fpng&lease_token=1$/,
  );
  expect(server.resources[0]!.bytes.subarray(0, 4).toString("hex")).toBe(PNG);
  await command({ name: "screen_capture", device_id: "device-1", height: 400, quality: 60 });
  expect(server.resources[1]!.url).toMatch(/name=screenshot-.*\.jpg&kind=screenshot&content_type=image%2Fjpeg&/);
  // The shape of the phone: 720 × 1600.
  const small = { content_type: "image/jpeg", width: 180, height: 400 };
  expect(pictureFacts(server.resources[1]!.bytes)).toEqual(small);
});

test("an installation tells every step; a broken package fails in the device's words; a wrong download is told", async () => {
  const { server, device } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  const apk = await buildApk({ packageName: "dev.udt.sample", versionCode: 1, paddingBytes: 200_000 });
  const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");
  const install = async (install_id: string, served: Uint8Array, promised = served) => {
    server.files.set(install_id, served);
    const command = {
      name: "app_install",
      install_id,
      file_path: "",
      md5: md5(promised),
      size_bytes: promised.length,
      package_name: "dev.udt.sample",
    } as const;
    expect(await server.request({ type: "command", ...lease, command })).toMatchObject({ error: null, data: null });
    return server.until(
      "install",
      (step) => step.install_id === install_id && /installed|failed|cancelled/.test(step.state),
    );
  };
  const states = (install_id: string) => [
    ...new Set(
      server.received.flatMap((message) =>
        message.type === "install" && message.install_id === install_id ? [message.state] : [],
      ),
    ),
  ];
  expect(await install("good", apk)).toMatchObject({ state: "installed", percent: 100, reason: null });
  expect(states("good")).toEqual(["download_started", "downloading", "downloaded", "installing", "installed"]);

  const broken = await buildApk({ broken: "truncated" });
  expect(await install("broken", broken)).toMatchObject({
    state: "install_failed",
    reason: { code: "install_broken", args: {}, evidence: expect.stringMatching(/^INSTALL_/) },
  });
  expect(await install("spoilt", apk.slice(1), apk)).toMatchObject({
    state: "download_failed",
    reason: expect.objectContaining({ code: "download_short" }),
  });
  expect(await install("other", new Uint8Array(apk.length), apk)).toMatchObject({
    state: "download_failed",
    reason: expect.objectContaining({ code: "download_damaged" }),
  });

  let hanging = false;
  server.files.set("hangs", (response) => {
    response.writeHead(200);
    response.write(apk.subarray(0, 1000));
    hanging = true;
  });
  const command = {
    name: "app_install",
    install_id: "hangs",
    file_path: "",
    md5: md5(apk),
    size_bytes: apk.length,
    package_name: "",
  } as const;
  await server.request({ type: "command", ...lease, command });
  await eventually(() => expect(hanging).toBe(true));
  await server.request({ type: "command", ...lease, command: { name: "app_install_cancel", install_id: "hangs" } });
  await server.until("install", (step) => step.install_id === "hangs" && step.state === "cancelled");
  expect(server.takeFaults()).toEqual([]);
});

test("a browser that wants stills gets pictures, beside one that gets video", async () => {
  const { server, device } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  const video = await openStream(server, lease, "screen");
  const stills = await openStream(server, lease, "screen", "stills");
  await stills.until((tap) => tap.binaries.length > 0);
  expect(stills.texts).toContainEqual({ type: "meta", source: "stills", codec: "picture" });
  expect(stills.binaries[0]![0]).toBe(3);
  expect(stills.binaries[0]!.subarray(9, 13).toString("hex")).toBe(PNG);
  await video.until((tap) => tap.binaries.some((frame) => frame[0] === 1));
});

test("the first viewer whose decoder needs baseline gives it to everyone, in the streams they have", async () => {
  const { server, device } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  // profile_idc follows the SPS header byte 0x67, behind the packet's header and a start code of four bytes.
  const profiles = (tap: Awaited<ReturnType<typeof openStream>>) =>
    tap.binaries.filter((frame) => frame[0] === 0).map((frame) => frame[9 + 5]);
  const any = await openStream(server, lease, "screen");
  await any.until((tap) => profiles(tap).length > 0);
  const baseline = await openStream(server, lease, "screen", "baseline");
  await baseline.until((tap) => profiles(tap).at(-1) === 66 && tap.binaries.at(-1)![0] !== 0);
  await any.until((tap) => profiles(tap).at(-1) === 66 && tap.binaries.at(-1)![0] !== 0);
  expect(profiles(any)[0]).not.toBe(66);
});

test("a session leaves the phone as it was", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  const apk = await buildApk({ packageName: "dev.udt.sample", versionCode: 1 });
  server.files.set("i1", apk);
  const md5 = createHash("md5").update(apk).digest("hex");
  const command = {
    name: "app_install",
    install_id: "i1",
    file_path: "",
    md5,
    size_bytes: apk.length,
    package_name: "",
  } as const;
  await server.request({ type: "command", ...lease, command });
  await server.until("install", (step) => step.state === "installed");
  const input = await openStream(server, lease, "input");
  input.json({ type: "clipboard_set", text: "secret", paste: false });
  await eventually(() => expect(first.phone.screen.clipboard.get()).toBe("secret"));

  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(first.phone.system.packages.find("dev.udt.sample")).toBeUndefined();
  expect(first.phone.screen.clipboard.get()).toBe("");
  expect(first.phone.screen.focused().package_name).toBe("dev.udt.launcher");
});
