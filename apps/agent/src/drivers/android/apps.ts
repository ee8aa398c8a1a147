import { say, textBefore } from "@udt/base";
import { DeviceRefusal, type AppsCapability, type InstalledApp } from "@udt/driver";
import type { Adb, AdbFeature } from "@yume-chan/adb";
import { AppNames } from "./app-names.ts";
import { installWord } from "./install-words.ts";
import { orLost, quote, runBytes, runLine } from "./shell.ts";
import { settleQuietly, withSignal } from "../../with-signal.ts";

interface Version {
  version_name: string;
  version_code: number;
  /** When it came, as the device writes it: a package may be replaced by another of the same version. */
  updated: string;
}

/** `pm list packages`: one `package:<name>` a line. */
export const parsePackageNames = (output: string): string[] =>
  [...output.matchAll(/^package:(\S+)/gm)].map(([, name = ""]) => name);

/** `dumpsys package packages`: blocks that begin `  Package [<name>] (…):`, each with its version and flags. */
export function parseVersions(output: string): Map<string, Version> {
  const versions = new Map<string, Version>();
  for (const block of output.split(/^[ \t]*Package \[/m).slice(1)) {
    const name = block.slice(0, block.indexOf("]"));
    // A system app that was updated comes twice; the first block is the one in use.
    if (versions.has(name)) continue;
    versions.set(name, {
      version_name: /^[ \t]*versionName=(.*)$/m.exec(block)?.[1]?.trim() ?? "",
      version_code: Number(/^[ \t]*versionCode=(\d+)/m.exec(block)?.[1] ?? 0),
      updated: /^[ \t]*lastUpdateTime=(.*)$/m.exec(block)?.[1]?.trim() ?? "",
    });
  }
  return versions;
}

/** `pm list packages -f`: `package:<path>=<name>` a line, and there may be more `=` in the path. */
const parsePaths = (output: string): Map<string, string> =>
  new Map([...output.matchAll(/^package:(\S+)=([^\s=]+)/gm)].map(([, path = "", name = ""]) => [name, path]));

/** `md5sum`: the sum and the file, a line each. */
const parseSums = (output: string): Map<string, string> =>
  new Map([...output.matchAll(/^([0-9a-f]{32}) [ *]?(\S+)$/gm)].map(([, sum = "", path = ""]) => [path, sum]));

/** Processes are named after their package, with `:name` behind for further ones. */
export const parseRunning = (output: string): Set<string> =>
  new Set(output.split("\n").map((line) => textBefore(line.trim().replace(/^.*\s/s, ""), ":")));

/** Whose activity is in front: `mResumedActivity: ActivityRecord{hash user package/activity …}`, since Android 13 `topResumedActivity=…`. */
export const parseForeground = (output: string): string | undefined =>
  /^[ \t]*\w{0,4}ResumedActivity[:=] ?ActivityRecord\{[0-9a-f]{1,16} u\d{1,4} ([\w.]+)\//m.exec(output)?.[1];

const FAILURE = "Failure [";

/** `Failure [INSTALL_FAILED_X: detail]`, in older and newer spellings; undefined for success. */
export function parseFailure(output: string): string | undefined {
  if (/^Success\b/m.test(output)) return undefined;
  const begin = output.indexOf(FAILURE);
  const end = begin < 0 ? -1 : output.indexOf("]", begin);
  return end < 0 ? output.trim().slice(0, 1000) : output.slice(begin + FAILURE.length, end);
}

const NO_VERSION: Version = { version_name: "", version_code: 0, updated: "" };

/** A device may refuse without a word. */
export function refusal(words: string, exit_code: number | null): DeviceRefusal {
  if (words !== "") return new DeviceRefusal(words);
  return new DeviceRefusal(
    words,
    exit_code === null || exit_code === 0 ? say("device_no_answer") : say("device_exit", { exit_code }),
  );
}

/** The app's activity of a category that the device begins with; empty where it is not the app's. */
async function activityOf(packageName: string, category: string, line: (text: string) => Promise<{ stdout: string }>) {
  const command = "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.";
  const lines = (await line(command + category)).stdout.split("\n").map((text) => text.trim());
  return lines.findLast((text) => text.startsWith(`${packageName}/`)) ?? "";
}

/** @param printNames what the device prints of its apps' names */
export function appsCapability(adbNow: () => Adb, printNames: () => Promise<string>): AppsCapability {
  const names = new AppNames(printNames);
  let installing = 0;
  const line = async (text: string, signal: AbortSignal) => runLine(adbNow(), text, signal);

  /** For `am` and `pm`, which tell some failures in words alone. */
  const demand = async (text: string, signal: AbortSignal): Promise<string> => {
    const { exit_code, stdout, stderr } = await line(text, signal);
    const output = `${stdout}\n${stderr}`.trim();
    const error = /^(?:Error|Exception occurred|\*\* No activities found)[^\n]*/m.exec(output)?.[0];
    if (exit_code !== 0 || error) throw refusal((error ?? output).slice(0, 1000), exit_code);
    return output;
  };

  const entry = (packageName: string, signal: AbortSignal) =>
    activityOf(packageName, `LAUNCHER ${quote(packageName)}`, (text) => line(text, signal));

  const read = async (signal: AbortSignal): Promise<{ app: InstalledApp; stamp: string }[]> => {
    const [all, thirdParty, dump, ps, activities] = await Promise.all([
      line("pm list packages", signal),
      line("pm list packages -3", signal),
      line("dumpsys package packages", signal),
      line("ps -A -o NAME", signal),
      line("dumpsys activity activities | grep ResumedActivity", signal),
    ]);
    const versions = parseVersions(dump.stdout);
    const running = parseRunning(ps.stdout);
    const foreground = parseForeground(activities.stdout);
    const user = new Set(parsePackageNames(thirdParty.stdout));
    return parsePackageNames(all.stdout).map((package_name) => {
      const { updated, ...version } = versions.get(package_name) ?? NO_VERSION;
      const app = {
        package_name,
        ...version,
        system: !user.has(package_name),
        running: running.has(package_name),
        foreground: package_name === foreground,
      };
      return { app, stamp: `${package_name} ${version.version_code} ${updated}` };
    });
  };

  return {
    entry,
    list: async (signal) => (await read(signal)).map(({ app }) => app),
    async named(signal) {
      const apps = await read(signal);
      // What somebody waits for goes first; its end changes what there is to ask.
      if (installing === 0) names.ask(apps.map(({ app, stamp }) => [app.package_name, stamp]));
      const list = apps.map(({ app, stamp }) => {
        const name = names.of(stamp);
        return name === undefined ? app : { ...app, name };
      });
      return { list, names_pending: names.isAsking };
    },
    async install(app, onProgress, signal) {
      installing++;
      try {
        const failure = parseFailure(await stream(adbNow(), app, onProgress, signal));
        if (failure !== undefined) throw new DeviceRefusal(failure, installWord(failure));
      } finally {
        installing--;
      }
    },
    async uninstall(packageName, signal) {
      const { stdout, stderr } = await line(`pm uninstall ${quote(packageName)}`, signal);
      const failure = parseFailure(`${stdout}\n${stderr}`);
      if (failure !== undefined) throw refusal(failure, 0);
    },
    async builds(packageNames, signal) {
      if (packageNames.length === 0) return new Map();
      const paths = parsePaths(await demand("pm list packages -f", signal));
      return buildsAt(adbNow(), new Map([...paths].filter(([name]) => packageNames.includes(name))), signal);
    },
    async start(packageName, signal) {
      const component = await entry(packageName, signal);
      if (component) await demand(`am start -W -n ${quote(component)}`, signal);
      // The home screen has no icon that launches it: it is gone back to.
      else if (await activityOf(packageName, "HOME", (text) => line(text, signal)))
        await demand("input keyevent KEYCODE_HOME", signal);
      else await demand(`monkey -p ${quote(packageName)} -c android.intent.category.LAUNCHER 1`, signal);
    },
    async stop(packageName, signal) {
      await demand(`am force-stop ${quote(packageName)}`, signal);
    },
    async clear(packageName, signal) {
      const failure = parseFailure(await demand(`pm clear ${quote(packageName)}`, signal));
      if (failure !== undefined) throw refusal(failure, 0);
    },
  };
}

/** The sums of packages by their paths; of one whose file cannot be read its path, which each installation changes. */
async function buildsAt(
  adb: Adb,
  paths: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  if (paths.size === 0) return new Map();
  const { stdout } = await runLine(adb, `md5sum ${[...paths.values()].map(quote).join(" ")}`, signal);
  const sums = parseSums(stdout);
  return new Map([...paths].map(([name, path]) => [name, sums.get(path) ?? path]));
}

/** Streams the package into `cmd package install`, as `adb install` does; a file on the device only where `cmd` is missing. */
async function stream(
  adb: Adb,
  app: { bytes: ReadableStream<Uint8Array>; size_bytes: number },
  onProgress: (sentBytes: number) => void,
  given: AbortSignal,
): Promise<string> {
  const signal = orLost(adb, given);
  if (!adb.deviceFeatures.includes("cmd" as AdbFeature)) return pushed(adb, app, onProgress, signal);
  const process = await withSignal(
    adb.subprocess.noneProtocol.spawn([`cmd package install -r -t -S ${app.size_bytes}`]),
    signal,
    (late) => late.kill(),
  );
  const kill = () => process.kill();
  const answer = (async () => {
    let text = "";
    const decoder = new TextDecoder();
    const reader = process.output.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text += decoder.decode(next.value, { stream: true });
    return text;
  })();
  const writer = process.stdin.getWriter();
  const send = async () => {
    let sent = 0;
    for await (const chunk of app.bytes) {
      signal.throwIfAborted();
      await writer.write(chunk);
      sent += chunk.byteLength;
      onProgress(sent);
    }
  };
  try {
    // A device that refuses early answers and closes while bytes are still on their way; its answer is what counts.
    const sending = send();
    sending.catch(() => undefined);
    const text = await withSignal(
      Promise.race([
        answer,
        sending.then(
          () => answer,
          (error: unknown) => answerOr(answer, error),
        ),
      ]),
      signal,
      undefined,
      kill,
    );
    return text;
  } finally {
    settleQuietly(kill);
    settleQuietly(() => app.bytes.cancel());
  }
}

/** The device's words, when it said any before the connection broke; else the break itself. */
async function answerOr(answer: Promise<string>, error: unknown): Promise<string> {
  const text = await answer.catch(() => "");
  if (text.trim()) return text;
  throw error;
}

async function pushed(
  adb: Adb,
  app: { bytes: ReadableStream<Uint8Array>; size_bytes: number },
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const path = `/data/local/tmp/udt-install-${Date.now()}.apk`;
  const sync = await withSignal(adb.sync(), signal, (late) => late.dispose());
  let sent = 0;
  const counted = app.bytes.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.byteLength;
        onProgress(sent);
        controller.enqueue(chunk);
      },
    }),
  );
  try {
    await withSignal(
      sync.write({ filename: path, file: counted as Parameters<typeof sync.write>[0]["file"] }),
      signal,
      undefined,
      () => sync.dispose(),
    );
    return new TextDecoder().decode(await runBytes(adb, `pm install -r -t ${quote(path)}`, signal));
  } finally {
    settleQuietly(() => sync.dispose());
    settleQuietly(() => runBytes(adb, `rm -f ${quote(path)}`, AbortSignal.timeout(10_000)));
  }
}
