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

let sample: Uint8Array<ArrayBuffer> | undefined;

export function healthCapability(run: ShellCapability["run"], sweep: HealthCapability["sweep"]): HealthCapability {
  return {
    sweep,
    async storage(signal) {
      const { stdout, stderr } = await run(["df", "-k", "/data"], signal);
      const room = parseDf(stdout);
      if (!room) throw new SaidError(say("device_refused", {}, stderr || stdout));
      return room;
    },
    async lock(signal) {
      return parseLock((await run(["dumpsys", "window", "policy"], signal)).stdout);
    },
    async unlock(signal) {
      await run(["input", "keyevent", "KEYCODE_WAKEUP"], signal);
      await run(["wm", "dismiss-keyguard"], signal);
    },
    async language(signal) {
      // What was set over the shell shows after the next restart alone; what the phone speaks now, its configuration tells.
      const shown = parseLocale((await run(["am", "get-config"], signal)).stdout);
      if (shown !== undefined) return shown;
      // What nobody ever chose is not among the settings, and newer systems keep it as a property no more.
      const asked = [
        ["settings", "get", "system", "system_locales"],
        ["getprop", "persist.sys.locale"],
        ["getprop", "ro.product.locale"],
      ];
      for (const words of asked) {
        const said = textBefore((await run(words, signal)).stdout.trim(), ",");
        if (said !== "" && said !== "null") return said;
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
      return { ms: ms === undefined ? null : Number(ms), words: `${words.join(" ")}\n${stdout}${stderr}` };
    },
    sampleApp: () => ({
      package_name: SAMPLE,
      bytes: (sample ??= new Uint8Array(
        buildApk({ packageName: SAMPLE, label: "UDT", labels: {}, mainActivity: null, permissions: [], icon: "none" }),
      )),
    }),
  };
}
