/** `npm run conformance` against a virtual phone that an adb server lists, as a real one would be. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { eventually, keepPhones, onEnd } from "../test/harness.ts";

const HAS_ADB = spawnSync("adb", ["version"]).status === 0;
if (!HAS_ADB)
  process.stderr.write("SKIPPED: the spec of the conformance command needs the adb command (apt install adb)\n");
const MAIN = fileURLToPath(new URL("../test/conformance/main.ts", import.meta.url));

async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  onEnd(() => child.kill("SIGKILL"));
  let output = "";
  for (const pipe of [child.stdout, child.stderr]) pipe.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

/** An adb server that lists what it is told, in the words of the real one. */
async function listingServer(lines: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      const answer = data.toString().includes("version") ? "0029" : lines;
      const bytes = Buffer.from(answer);
      socket.end(`OKAY${bytes.length.toString(16).padStart(4, "0")}${answer}`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onEnd(() => server.close());
  return (server.address() as AddressInfo).port;
}

test("tells of a phone that cannot be used why, by a code, and what to do", async () => {
  const states = [
    ["unauthorized", "attached_unauthorized", /USB debugging to be allowed/],
    ["offline", "attached_offline", /plug it in again/],
    [
      "no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.html]",
      "attached_no_permissions",
      /udev rules/,
    ],
    ["recovery", "attached_not_android", /recovery/],
  ] as const;
  for (const [state, code, words] of states) {
    const port = await listingServer(`ABC123                 ${state} usb:1-1 transport_id:7\n`);
    const told = await run("--serial", "ABC123", "--adb", `127.0.0.1:${port}`);
    expect(told.output, state).toContain(`${code}: `);
    expect(told.output).toMatch(words);
    expect(told.code).toBe(2);
  }
  const port = await listingServer("OTHER device transport_id:1\n");
  const told = await run("--serial", "ABC123", "--adb", `127.0.0.1:${port}`);
  expect(told).toMatchObject({ code: 2, output: expect.stringContaining("OTHER") as string });
  expect((await run()).code).toBe(2);
});

test.skipIf(!HAS_ADB)(
  "runs the suite on an attached phone, prints what it can do, and leaves it as it was",
  async () => {
    const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
    const { port: phonePort, phone } = host.phones[0]!;
    const probe = createServer().listen(0, "127.0.0.1");
    await once(probe, "listening");
    const { port } = probe.address() as AddressInfo;
    probe.close();
    const adb = spawn("adb", ["-P", String(port), "server", "nodaemon"], { stdio: "ignore" });
    onEnd(async () => {
      adb.kill();
      await once(adb, "exit");
    });
    await eventually(async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      socket.destroy();
    });
    const serial = `127.0.0.1:${phonePort}`;
    await promisify(execFile)("adb", ["-P", String(port), "connect", serial]);
    const packages = () => phone.system.packages.list().map(({ package_name }) => package_name);
    const before = packages();

    const args = ["--serial", serial, "--adb", `127.0.0.1:${port}`];
    const only = ["--only", "facts,touch,keys,apps,fold,restart,app-cleaning"];
    const { code, output } = await run(...args, ...only);
    expect(output).toMatch(/^facts +– +passed/m);
    expect(output).toMatch(/^touch +screen input +passed/m);
    expect(output).toMatch(/^keys +screen input keyboard +passed/m);
    expect(output).toMatch(/^apps +apps +passed +3/m);
    expect(output).toMatch(/^fold +fold +skipped +0 +the phone names no folding states/m);
    expect(output).toMatch(/^restart +power +skipped +0 +restarts the phone: --restart allows it/m);
    expect(output).not.toMatch(/^audio/m);
    expect(output).toContain("the phone is as it was");
    expect(code).toBe(0);
    expect(packages()).toEqual(before);
    expect(phone.system.settings.get("global", "stay_on_while_plugged_in")).toBe("0");

    // A phone that does not do it is told by the group's name, and by the end.
    phone.system.faults.refuse_install = "INSTALL_FAILED_INSUFFICIENT_STORAGE";
    const refused = await run(...args, "--only", "apps");
    expect(refused.output).toMatch(/^apps +apps +failed/m);
    expect(refused.code).toBe(1);
  },
);
