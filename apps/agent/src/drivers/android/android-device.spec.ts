import { buildApk } from "@udt/appfile/testing";
import { type ConformanceTarget, describeDevice } from "@udt/driver/conformance";
import { startPhones } from "@udt/phone";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { AndroidProvider } from "./android-provider.ts";
import { fileCredentialStore } from "./credential-store.ts";
import { eventually } from "../../../test/harness.ts";
import { pickNode } from "../../../test/ui-dump.ts";

const APP = { package_name: "dev.udt.sample", version_name: "1.2.3" };
const TESTS = {
  package_name: "dev.udt.sample.test",
  passes: "dev.udt.sample.CartTest#passes",
  fails: "dev.udt.sample.CartTest#fails",
  hangs: "dev.udt.sample.CartTest#hangs",
};
const soon = () => AbortSignal.timeout(20_000);

/** The folding one of the virtual phones, reached straight. */
async function openPhone(): Promise<ConformanceTarget> {
  const folder = await mkdtemp(join(tmpdir(), "udt-driver-"));
  const host = await startPhones({ count: 2, basePort: 0 });
  const { port } = host.phones[1]!;
  const provider = new AndroidProvider({
    adb_server: null,
    direct: [{ host: "127.0.0.1", port }],
    credentialStore: fileCredentialStore(join(folder, "key")),
    serverFile: { get: async () => ({ ok: false, error: "none" }) },
    log: () => undefined,
  });
  await eventually(() => expect(provider.list()).toHaveLength(1));
  const device = provider.list()[0]!;
  const shell = device.capabilities.shell!;
  const run = async (...words: string[]) => (await shell.run(words, soon())).stdout;
  const dump = () => run("uiautomator", "dump", "/dev/tty");
  const shown = (wanted: Record<string, string>) =>
    eventually(async () => {
      const node = pickNode(await dump(), wanted);
      expect(node, JSON.stringify(wanted)).toBeDefined();
      return node!;
    });
  const showButton = async () => {
    await run("pm", "clear", "dev.udt.notes");
    await run("am", "start", "-W", "-n", "dev.udt.notes/.NotesActivity");
    return shown({ "content-desc": "New note" });
  };
  const bytes = await buildApk({
    packageName: APP.package_name,
    versionName: APP.version_name,
    versionCode: 7,
    paddingBytes: 300_000,
  });
  return {
    device,
    app: { ...APP, bytes },
    testPackage: {
      ...TESTS,
      bytes: await buildApk({
        packageName: TESTS.package_name,
        mainActivity: null,
        instrumentation: {
          targetPackage: TESTS.package_name,
          tests: { [TESTS.passes]: "ok", [TESTS.fails]: "failure", [TESTS.hangs]: "hang" },
        },
      }),
    },
    encodesBaseline: true,
    mayRestart: true,
    showButton,
    async showTextField() {
      const button = await showButton();
      await run("input", "tap", String(button.x), String(button.y));
      return shown({ class: "android.widget.EditText" });
    },
    shownText: async () => pickNode(await dump(), { class: "android.widget.EditText" })?.text ?? "",
    folder: "/sdcard/Documents",
    writeLog: async (tag, message) => void (await run("log", "-p", "i", "-t", tag, message)),
    async dispose() {
      await provider.dispose();
      await host.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describeDevice("a virtual phone", openPhone);
