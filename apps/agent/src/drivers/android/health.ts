import { SaidError, say, textBefore } from "@udt/base";
import { buildApk } from "@udt/appfile/build-apk";
import type { HealthCapability, ShellCapability } from "@udt/driver";
import { parseLocale } from "./profile.ts";

/** Any address that is not its own: which way leads there is which way leads out. RFC 5737 keeps it from being anybody's. */
const ELSEWHERE = "192.0.2.1";
const PING_SECONDS = 3;
const SAMPLE = "dev.udt.selfcheck";

/** `df -k /data`: the device, kilobytes in all, used and free, in a line that long names break in two. */
export function parseDf(output: string): { free_bytes: number; total_bytes: number } | undefined {
  const words = output.split(/\s+/);
  const share = words.findIndex(
    (word, at) => at > 3 && /^\d+%$/.test(word) && words.slice(at - 3, at).every((number) => /^\d+$/.test(number)),
  );
  if (share < 0) return undefined;
  const [total, , free] = words.slice(share - 3, share).map(Number);
  return total === undefined || free === undefined ? undefined : { total_bytes: total * 1024, free_bytes: free * 1024 };
}

/** `dumpsys window policy`; the names differ by release. */
export function parseLock(output: string): "open" | "insecure" | "secure" {
  if (!/\b(?:showing|isKeyguardShowing|mShowingLockscreen)=true\b/.test(output)) return "open";
  return /\bsecure=true\b/.test(output) ? "secure" : "insecure";
}

/** What tells of the lock, of some thousand lines. */
const lockLines = (output: string): string =>
  output
    .split("\n")
    .filter((line) => /showing|secure|keyguard/i.test(line))
    .join("\n");

let sample: Uint8Array<ArrayBuffer> | undefined;

/** What was asked, and what the device said to it. */
const asked = (words: readonly string[], said: string): string => `${words.join(" ")}\n${said}`;

export function healthCapability(run: ShellCapability["run"], sweep: HealthCapability["sweep"]): HealthCapability {
  return {
    sweep,
    async storage(signal) {
      const words = ["df", "-k", "/data"];
      const { stdout, stderr } = await run(words, signal);
      const room = parseDf(stdout);
      if (!room) throw new SaidError(say("device_refused", {}, stderr || stdout));
      return { ...room, words: asked(words, stdout) };
    },
    async lock(signal) {
      const words = ["dumpsys", "window", "policy"];
      const { stdout } = await run(words, signal);
      return { state: parseLock(stdout), words: asked(words, lockLines(stdout)) };
    },
    async unlock(signal) {
      await run(["input", "keyevent", "KEYCODE_WAKEUP"], signal);
      await run(["wm", "dismiss-keyguard"], signal);
    },
    async language(signal) {
      // What was set over the shell shows after the next restart alone; what the phone speaks now, its configuration tells.
      const config = ["am", "get-config"];
      const { stdout: told } = await run(config, signal);
      const shown = parseLocale(told);
      if (shown !== undefined) return { language: shown, words: asked(config, told) };
      // What nobody ever chose is not among the settings, and newer systems keep it as a property no more.
      const others = [
        ["settings", "get", "system", "system_locales"],
        ["getprop", "persist.sys.locale"],
        ["getprop", "ro.product.locale"],
      ];
      for (const words of others) {
        const { stdout } = await run(words, signal);
        const language = textBefore(stdout.trim(), ",");
        if (language !== "" && language !== "null") return { language, words: asked(words, stdout) };
      }
      throw new SaidError(say("device_no_answer"));
    },
    async gateway(signal) {
      const { stdout } = await run(["ip", "route", "get", ELSEWHERE], signal);
      return / via (\S+) /.exec(stdout)?.[1];
    },
    async ping(host, signal) {
      const words = ["ping", "-c", "1", "-W", String(PING_SECONDS), host];
      const { stdout, stderr } = await run(words, signal);
      const ms = /\btime=([\d.]+) ms/.exec(stdout)?.[1];
      return { ms: ms === undefined ? null : Number(ms), words: asked(words, stdout + stderr) };
    },
    sampleApp: () => ({
      package_name: SAMPLE,
      bytes: (sample ??= new Uint8Array(
        buildApk({ packageName: SAMPLE, label: "UDT", labels: {}, mainActivity: null, permissions: [], icon: "none" }),
      )),
    }),
  };
}
