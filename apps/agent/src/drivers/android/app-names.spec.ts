import { SaidError, say } from "@udt/base";
import { buildApk } from "@udt/appfile/testing";
import { startPhones } from "@udt/phone";
import { expect, test, vi } from "vitest";
import { androidAt, eventually, keepPhones } from "../../../test/harness.ts";
import type { AndroidDevice } from "./android-device.ts";
import { AppNames, parseAppNames } from "./app-names.ts";
import { listApps } from "./scrcpy-source.ts";

const entry = (label: string, package_name: string) =>
  label.length < 30 ? ` - ${label.padEnd(30)} ${package_name}` : ` - ${label}\n${" ".repeat(34)}${package_name}`;
const printed = (...entries: string[]) =>
  ["[server] INFO: Device: [x] x y (Android 14)", "[server] INFO: List of apps:", ...entries].join("\n");
const told = (...entries: string[]) => Object.fromEntries(parseAppNames(printed(...entries)));
const soon = () => AbortSignal.timeout(20_000);

test("names stand before their packages, and long ones above them", () => {
  const long = "A name that is longer than thirty characters";
  expect(
    told(
      ` * ${"Settings".padEnd(30)} com.android.settings`,
      entry("Two  words", "a.b"),
      entry(long, "a.long"),
      entry("x".repeat(29), "a.most"),
      `${entry("微信", "a.crlf")}\r`,
      entry("", "a.blank"),
      entry("a.itself", "a.itself"),
    ),
  ).toEqual({
    "com.android.settings": "Settings",
    "a.b": "Two words",
    "a.long": long,
    "a.most": "x".repeat(29),
    "a.crlf": "微信",
  });
  expect(told("[server] ERROR: no", "Exception", " - ", " -  a.b", "")).toEqual({});
});

test("a label that looks like another app's entry names none", () => {
  const lying = entry(`Mine${" ".repeat(27)}a.mine\n - ${"Bank".padEnd(30)} a.bank\n`, "a.mine");
  expect(told(lying, entry("Your bank", "a.bank"))).not.toHaveProperty("a.bank");
  const long = `${"Bank".padEnd(30)} a.bank`;
  expect(told(entry(long, "a.mine"), entry("Your bank", "a.bank"))).toEqual({
    "a.mine": "Bank a.bank",
    "a.bank": "Your bank",
  });
});

test("a label is one line of whole characters that are seen, of a bounded length", () => {
  expect(told(entry("\u202eknab\u202c\u0007 \u200bof\u2066me", "a.b"))).toEqual({ "a.b": "knab of me" });
  expect(told(entry("\u202e\u0000", "a.unseen"))).toEqual({});
  const [name = ""] = Object.values(told(entry("👍".repeat(5000), "a.b")));
  expect([name.length, name.isWellFormed()]).toEqual([100, true]);
  expect(told(entry(`x${"👍".repeat(50)}`, "a.b"))["a.b"]?.isWellFormed()).toBe(true);
});

/** What is asked, and how each asking ends when the test says so. */
function asking() {
  const asked: PromiseWithResolvers<string>[] = [];
  const names = new AppNames(() => asked[asked.push(Promise.withResolvers<string>()) - 1]!.promise);
  const end = async (how: (one: PromiseWithResolvers<string>) => void) => {
    how(asked.at(-1)!);
    await vi.waitFor(() => expect(names.isAsking).toBe(false));
  };
  return { names, asked, end };
}

test("a device is asked once for what is installed, and never twice at a time", async () => {
  const { names, asked, end } = asking();
  const first = [["a.b", "a.b 1"]] as const;
  const second = [["a.b", "a.b 2"]] as const;
  names.ask(first);
  names.ask(first);
  names.ask(second);
  expect([asked.length, names.isAsking, names.of("a.b 1")]).toEqual([1, true, undefined]);
  await end(({ resolve }) => resolve(printed(entry("One", "a.b"), entry("Not listed", "a.c"))));
  names.ask(first);
  expect([asked.length, names.of("a.b 1"), names.of("a.b 2")]).toEqual([1, "One", undefined]);
  names.ask(second);
  expect([asked.length, names.of("a.b 1"), names.of("a.b 2")]).toEqual([2, "One", undefined]);
  await end(({ resolve }) => resolve(printed(entry("Two", "a.b"))));
  expect([names.of("a.b 1"), names.of("a.b 2")]).toEqual([undefined, "Two"]);
});

test("one that cannot tell is asked again when something else is installed, or when its connection broke", async () => {
  const { names, asked, end } = asking();
  names.ask([["a.b", "1"]]);
  await end(({ reject }) => reject(new Error("scrcpy server ended with 124")));
  names.ask([["a.b", "1"]]);
  expect(asked).toHaveLength(1);
  names.ask([["a.b", "2"]]);
  await end(({ reject }) => reject(new SaidError(say("device_connection_lost"))));
  names.ask([["a.b", "2"]]);
  expect(asked).toHaveLength(3);
});

async function onePhone() {
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  const { phone, port } = host.phones[0]!;
  const provider = androidAt(port);
  const device = await eventually(() => {
    expect(provider.list()).toHaveLength(1);
    return provider.list()[0] as AndroidDevice;
  });
  const apps = device.capabilities.apps!;
  const nameOf = async (package_name: string) =>
    (await apps.named(soon())).list.find((app) => app.package_name === package_name)?.name;
  return { phone, device, apps, nameOf };
}

test("a phone tells its own apps' names and those of what is installed, once each time", async () => {
  const { phone, apps, nameOf } = await onePhone();
  const served = vi.spyOn(phone, "scrcpy");
  const first = await apps.named(soon());
  expect(first.names_pending).toBe(true);
  expect(first.list.some((app) => "name" in app)).toBe(false);
  await eventually(async () => expect(await nameOf("dev.udt.shop")).toBe("Shop"));
  const install = async (label: string) => {
    const bytes = await buildApk({ packageName: "dev.udt.sample", versionCode: 1, label, labels: {} });
    await apps.install(
      { bytes: new Blob([new Uint8Array(bytes)]).stream(), size_bytes: bytes.length },
      () => undefined,
      soon(),
    );
  };
  await install("A sample \u202eof an app");
  await eventually(async () => expect(await nameOf("dev.udt.sample")).toBe("A sample of an app"));
  expect((await apps.named(soon())).names_pending).toBe(false);
  expect(served).toHaveBeenCalledTimes(2);
  expect(await nameOf("dev.udt.shop")).toBe("Shop");
});

test("a phone whose server hangs lists its apps by their packages, and ends the process", async () => {
  const { phone, device, apps } = await onePhone();
  const ended = Promise.withResolvers<number>();
  const hanging = vi.spyOn(phone, "scrcpy").mockImplementation(async (_args, { signal }) => {
    signal.addEventListener("abort", () => ended.resolve(143));
    return ended.promise;
  });
  for (let turn = 0; turn < 3; turn++) {
    const { list, names_pending } = await apps.named(soon());
    expect([list.some(({ package_name }) => package_name === "dev.udt.shop"), names_pending]).toEqual([true, true]);
    expect(list.some((app) => "name" in app)).toBe(false);
  }
  expect(hanging).toHaveBeenCalledTimes(1);
  const { stdout } = await device.capabilities.shell!.run(["getprop", "ro.scrcpy.server.path"], soon());
  await expect(listApps(device.adb(), { path: stdout.trim() }, 1)).rejects.toThrow("ended with 124");
});
