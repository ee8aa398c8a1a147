import { execFile, spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildApk } from "@udt/appfile/testing";
import { startPhones } from "@udt/phone";
import { beforeAll, expect, test } from "vitest";
import { androidAt, keepPhones, makeFolder, onEnd } from "../../test/harness.ts";
import { privateAdb } from "./private-adb.ts";

/** Debian's own client against an endpoint with the first of two phones. */
async function open() {
  const host = await keepPhones(startPhones({ count: 2, basePort: 0 }));
  const found = Promise.withResolvers<void>();
  const provider = androidAt(host.phones[0]!.port);
  provider.changed.on(() => found.resolve());
  await found.promise;
  const [device] = provider.list();
  const { serial } = device!.identity;
  const server = createServer(privateAdb(serial, device!.capabilities.adb!));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onEnd(() => server.close());
  const { port } = server.address() as AddressInfo;
  const env = { PATH: process.env["PATH"]!, ANDROID_ADB_SERVER_PORT: String(port), HOME: await makeFolder() };
  const adb = async (...words: string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((resolve) => {
      execFile("adb", words, { env, encoding: "utf8" }, (error, out, err) =>
        resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, out, err }),
      );
    });
  return { host, serial, adb, env };
}

beforeAll(async () => {
  await promisify(execFile)("adb", ["version"]);
});

test("exactly one device exists, by all the ways a client may name it", async () => {
  const { serial, adb } = await open();
  expect((await adb("devices")).out).toBe(`List of devices attached\n${serial}\tdevice\n\n`);
  expect((await adb("devices", "-l")).out).toContain("transport_id:1");
  expect((await adb("get-state")).out).toBe("device\n");
  expect((await adb("get-serialno")).out).toBe(`${serial}\n`);
  expect((await adb("-s", serial, "shell", "getprop", "ro.serialno")).out).toBe(`${serial}\n`);
  expect((await adb("-t", "1", "shell", "echo", "one")).out).toBe("one\n");
  expect((await adb("wait-for-device", "shell", "echo", "here")).out).toBe("here\n");
  const other = await adb("-s", "emulator-5556", "shell", "true");
  expect(other.code).toBe(1);
  expect(other.err).toContain("device 'emulator-5556' not found");
});

test("shell tells exit codes and both outputs, and takes input", async () => {
  const { adb, env } = await open();
  const failed = await adb("shell", "echo out; echo err >&2; exit 7");
  expect(failed).toEqual({ code: 7, out: "out\n", err: "err\n" });
  const child = spawn("adb", ["shell", "cat"], { env });
  child.stdin.end("through\n");
  let out = "";
  for await (const chunk of child.stdout) out += String(chunk);
  expect(out).toBe("through\n");
  const png = promisify(execFile)("adb", ["exec-out", "screencap -p"], { env, encoding: "buffer", maxBuffer: 2 ** 24 });
  expect((await png).stdout.subarray(1, 4).toString()).toBe("PNG");
});

test("files go there and come back as they were", async () => {
  const { adb } = await open();
  const folder = await makeFolder();
  const bytes = randomBytes(3_000_000);
  await writeFile(join(folder, "there"), bytes);
  expect((await adb("push", join(folder, "there"), "/sdcard/Download/there")).code).toBe(0);
  expect((await adb("pull", "/sdcard/Download/there", join(folder, "back"))).code).toBe(0);
  expect(bytes.equals(await readFile(join(folder, "back")))).toBe(true);
});

test("apps are installed and uninstalled, and the log is read", async () => {
  const { adb } = await open();
  const apk = join(await makeFolder(), "a.apk");
  await writeFile(apk, buildApk({ packageName: "org.example.one" }));
  expect((await adb("install", apk)).out).toContain("Success");
  expect((await adb("shell", "pm", "list", "packages")).out).toContain("package:org.example.one");
  expect((await adb("uninstall", "org.example.one")).out).toContain("Success");
  await adb("shell", "log", "-t", "spec", "hello");
  expect((await adb("logcat", "-d", "-s", "spec")).out).toContain("hello");
});

test("ports are forwarded, listed and taken back", async () => {
  const { host, serial, adb, env } = await open();
  host.phones[0]!.phone.system.sockets.listen("spec", (stream) => {
    void stream.write(new TextEncoder().encode("from the phone")).then(() => stream.close());
  });
  const port = Number((await adb("forward", "tcp:0", "localabstract:spec")).out);
  expect(port).toBeGreaterThan(0);
  expect((await adb("forward", "--list")).out).toContain(`${serial} tcp:${port} localabstract:spec`);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["-e", `require("net").connect(${port}, "127.0.0.1").pipe(process.stdout)`],
    { env },
  );
  expect(stdout).toBe("from the phone");
  expect((await adb("forward", "--remove", `tcp:${port}`)).code).toBe(0);
  expect((await adb("forward", "--list")).out.trim()).toBe("");
});

test("nothing beyond the device can be reached or ended", async () => {
  const { adb } = await open();
  for (const words of [["connect", "127.0.0.1:5555"], ["kill-server"]]) {
    const answer = await adb(...words);
    expect(answer.out + answer.err, words.join(" ")).not.toContain("connected to");
  }
  expect((await adb("shell", "echo", "still there")).out).toBe("still there\n");
});

test("the device is given no way back, in words that say what to do instead", async () => {
  const { host, adb } = await open();
  const { sockets } = host.phones[0]!.phone.system;
  for (const words of [
    ["reverse", "tcp:9001", "tcp:22"],
    ["reverse", "--list"],
    ["reverse", "--remove-all"],
  ]) {
    const answer = await adb(...words);
    expect(answer.code, words.join(" ")).not.toBe(0);
    expect(answer.err, words.join(" ")).toContain("a run has no adb reverse");
    expect(answer.err, words.join(" ")).toContain("adb forward tcp:0");
  }
  expect(sockets.isTaken("tcp:9001")).toBe(false);
});

test("what would outlast the run at the device's connection is refused", async () => {
  const { adb } = await open();
  for (const words of [["tcpip", "5555"], ["usb"]]) {
    const answer = await adb(...words);
    expect(answer.code, words.join(" ")).not.toBe(0);
    expect(answer.out + answer.err, words.join(" ")).toContain("a run does not change how its device is connected");
  }
});
