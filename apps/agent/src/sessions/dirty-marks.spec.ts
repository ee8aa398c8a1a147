import { existsSync, readlinkSync } from "node:fs";
import { mkdir, open, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildApk } from "@udt/appfile/testing";
import { startPhones } from "@udt/phone";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepPhones, makeAgent, makeFolder, makeServer } from "../../test/harness.ts";
import { DeviceMarks, type DirtyMark } from "./dirty-marks.ts";

const mark: DirtyMark = { serial: "S1", test_id: "t", lease_token: 1, mark: null };
const opened = async (folder: string) => {
  const broken: string[] = [];
  const marks = await DeviceMarks.open<DirtyMark>(folder, (file) => void broken.push(file));
  return { marks, broken };
};
const unlessBroken = (folder: string) => DeviceMarks.open<DirtyMark>(folder, (_, error) => expect.fail(String(error)));

/** Has the one mark of a folder say this. */
async function overwrite(folder: string, text: string): Promise<string> {
  const [file = expect.fail("no mark")] = await readdir(folder);
  await writeFile(join(folder, file), text);
  return file;
}

test.each([
  ["cut off", '{"serial":"S1","test_'],
  ["empty", ""],
  ["nothing", "null"],
  ["another device's", JSON.stringify({ ...mark, serial: "S2" })],
])("a mark that cannot be read tells all the same of which device it is: %s", async (_, text) => {
  const folder = await makeFolder();
  await (await unlessBroken(folder)).put(mark);
  const file = await overwrite(folder, text);
  const { marks, broken } = await opened(folder);
  expect(broken).toEqual([file]);
  expect(marks.list()).toEqual([]);
  expect([marks.isBroken("S1"), marks.isBroken("S2")]).toEqual([true, false]);
  await marks.remove("S1");
  expect(marks.isBroken("S1")).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});

test("what was written half goes when the marks are read, and what is there stays", async () => {
  const folder = await makeFolder();
  await (await unlessBroken(folder)).put(mark);
  const [file = expect.fail("no mark")] = await readdir(folder);
  await writeFile(join(folder, `${file}.6f2b0a52-3f39-4a4f-9d0e-6b0f6a1f3c11`), "{");
  const marks = await unlessBroken(folder);
  expect(await readdir(folder)).toEqual([file]);
  expect(marks.list()).toEqual([mark]);
});

test.runIf(process.platform === "linux")(
  "a mark is on the disk before it has its name, and its name before it counts",
  async () => {
    const folder = await makeFolder();
    const marks = await unlessBroken(folder);
    const any = await open(folder);
    const handles = Object.getPrototypeOf(any) as { fd: number; sync(): Promise<void> };
    await any.close();
    const synced: string[] = [];
    const real = handles.sync;
    const spied = vi.spyOn(handles, "sync").mockImplementation(function (this: typeof handles) {
      synced.push(readlinkSync(`/proc/self/fd/${this.fd}`));
      return real.call(this);
    });
    onTestFinished(() => spied.mockRestore());
    await marks.put(mark);
    expect(synced.map((path) => path.startsWith(`${folder}/`))).toEqual([true, false]);
    expect(synced.at(-1)).toBe(folder);
    expect(existsSync(String(synced[0]))).toBe(false);
    const [file = expect.fail("no mark")] = await readdir(folder);
    expect(JSON.parse(await readFile(join(folder, file), "utf8"))).toEqual(mark);
  },
);

test("a device whose mark cannot be read is cleaned of all before anybody has it", async () => {
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  const { phone, port, serial } = host.phones[0] ?? expect.fail("no phone");
  const options = { refuseReplacing: false, allowDowngrade: false, grantPermissions: false };
  await phone.system.packages.install([buildApk({ packageName: "org.left.behind" })], options);
  phone.system.files.mkdir("/sdcard/Download", true);
  phone.system.files.write("/sdcard/Download/left.txt", new Uint8Array(1));
  const data_dir = await makeFolder();
  const folder = join(data_dir, "dirty");
  await mkdir(folder);
  await (await unlessBroken(folder)).put({ ...mark, serial });
  await overwrite(folder, "{");

  const server = await makeServer();
  await makeAgent(server, { data_dir, direct: [{ host: "127.0.0.1", port }] });
  await server.until("device", ({ device }) => device.readiness === "ready");
  const told = server.received.flatMap((one) => (one.type === "device" ? [one.device.readiness] : []));
  expect(told).toEqual(["cleaning", "ready"]);
  expect(phone.system.packages.find("org.left.behind")).toBeUndefined();
  expect(phone.system.files.exists("/sdcard/Download/left.txt")).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});
