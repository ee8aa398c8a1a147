import { NO_PROXY, type ProfileSetting, type ProfileValues } from "@udt/contract";
import { DeviceRefusal, type ProfileCapability, type ShellCapability, type WantedSetting } from "@udt/driver";
import { refusal } from "./apps.ts";

/* What Android lets the shell's user set, without root. A release, or a maker, that does not is told by its own words. */

type Command = readonly string[];

/** How one setting is read and set. */
interface Way<Value> {
  ask(value: Value): Command[];
  /** @param told what each of {@link ask} answered */
  holds(told: readonly string[], value: Value): boolean;
  awaitsRestart?(told: readonly string[], value: Value): boolean;
  /** Which lines of the answers are about it, where there are thousands. */
  isAbout?(line: string, value: Value): boolean;
  put(value: Value): Command[];
}

const get = (table: string, key: string): Command => ["settings", "get", table, key];
const put = (table: string, key: string, value: string): Command => ["settings", "put", table, key, value];
/** What nobody ever set reads as `null`. */
const numberOf = (told: string | undefined, fallback: number): number => {
  const text = told?.trim() ?? "";
  return text === "" || text === "null" ? fallback : Number(text);
};

const SCALES = ["window_animation_scale", "transition_animation_scale", "animator_duration_scale"];
const CLOSE_TO = 1e-3;
/** Of a degree: a metre. */
const NEAR = 1e-5;
const QUARTER = 90;
/** The shell's own user id, in whose name it may say where the device is. */
const SHELL_USER = "2000";
const PROVIDER = "gps";
const providers = (...words: string[]): Command => ["cmd", "location", "providers", ...words];
/** What stands for no proxy, which an absent one is only after a restart. */
const DIRECT = ":0";

/** `am get-config`: `config: mcc310-mnc260-en-rUS-ldltr-…`, or `b+zh+Hans+CN` where there is a script. */
export function parseLocale(config: string): string | undefined {
  const [, told] =
    /^config: (?:mcc\d+-)?(?:mnc\d+-)?(b(?:\+[A-Za-z0-9]+)+|[a-z]{2,3}(?:-r[A-Z]{2})?)-(?:ld|sw)/m.exec(config) ?? [];
  return told?.startsWith("b+") ? told.slice(2).replaceAll("+", "-") : told?.replace("-r", "-");
}

/** `zh-CN` and `zh-Hans-CN` are one. */
function sameLocale(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  try {
    const [a, b] = [new Intl.Locale(one).maximize(), new Intl.Locale(other).maximize()];
    return a.baseName === b.baseName;
  } catch {
    return false;
  }
}

/** `dumpsys location`: the last place of the mocked provider, as `Location[gps 52.520000,13.405000 …`. */
export function parseMockLocation(dump: string): { latitude: number; longitude: number } | undefined {
  const at = dump.indexOf(`${PROVIDER} provider [mock]`);
  if (at < 0) return undefined;
  const [, latitude, longitude] =
    /last location=Location\[gps (-?[\d.]{1,12}),(-?[\d.]{1,12})/.exec(dump.slice(at, at + 2_000)) ?? [];
  return latitude === undefined || longitude === undefined
    ? undefined
    : { latitude: Number(latitude), longitude: Number(longitude) };
}

/** `wm density`: an override comes after what the panel has. */
const parseDensity = (told: string): number =>
  Number(/Override density: (\d+)/.exec(told)?.[1] ?? /Physical density: (\d+)/.exec(told)?.[1] ?? Number.NaN);

const WAYS: { readonly [Name in ProfileSetting]: Way<ProfileValues[Name]> } = {
  /**
   * No shell command gives the whole system a language: `cmd locale` is for one app at a time. The setting is read when
   * Android starts, so that a device whose language is another one now takes it with its next restart.
   * @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/services/core/java/com/android/server/locales/LocaleManagerShellCommand.java
   * @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/core/java/android/provider/Settings.java `adjustConfigurationForUser`
   */
  locale: {
    ask: () => [["am", "get-config"], get("system", "system_locales")],
    holds: ([config = ""], value) => sameLocale(parseLocale(config), value),
    awaitsRestart: ([, locales = ""], value) => sameLocale(locales.trim().split(",")[0], value),
    put: (value) => [put("system", "system_locales", value)],
  },
  /**
   * A network would set it back, so that is told not to. The property itself is not the shell's to set.
   * @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/apex/jobscheduler/service/java/com/android/server/alarm/AlarmManagerService.java `set-timezone`
   * @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/packages/Shell/AndroidManifest.xml `SET_TIME_ZONE`
   */
  time_zone: {
    ask: () => [["getprop", "persist.sys.timezone"]],
    holds: ([zone = ""], value) => zone.trim() === value,
    put: (value) => [put("global", "auto_time_zone", "0"), ["cmd", "alarm", "set-timezone", value]],
  },
  font_scale: {
    ask: () => [get("system", "font_scale")],
    holds: ([scale], value) => Math.abs(numberOf(scale, 1) - value) < CLOSE_TO,
    put: (value) => [put("system", "font_scale", String(value))],
  },
  /** @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/services/core/java/com/android/server/UiModeManagerService.java `Shell` */
  dark_mode: {
    ask: () => [["cmd", "uimode", "night"]],
    holds: ([mode = ""], value) => /Night mode: (\w+)/.exec(mode)?.[1] === (value ? "yes" : "no"),
    put: (value) => [["cmd", "uimode", "night", value ? "yes" : "no"]],
  },
  /** @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/services/core/java/com/android/server/wm/WindowManagerShellCommand.java `runDisplayDensity` */
  density: {
    ask: () => [["wm", "density"]],
    holds: ([told = ""], value) => parseDensity(told) === value,
    put: (value) => [["wm", "density", String(value)]],
  },
  rotation: {
    ask: () => [get("system", "accelerometer_rotation"), get("system", "user_rotation")],
    holds: ([free, turned], value) =>
      value === "auto"
        ? numberOf(free, 0) === 1
        : numberOf(free, 0) === 0 && numberOf(turned, 0) * QUARTER === Number(value),
    put: (value) =>
      value === "auto"
        ? [put("system", "accelerometer_rotation", "1")]
        : [
            put("system", "accelerometer_rotation", "0"),
            put("system", "user_rotation", String(Number(value) / QUARTER)),
          ],
  },
  animations: {
    ask: () => SCALES.map((key) => get("global", key)),
    holds: (told, value) => told.every((scale) => numberOf(scale, 1) > 0 === value),
    put: (value) => SCALES.map((key) => put("global", key, value ? "1" : "0")),
  },
  /** @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/services/core/java/com/android/server/pm/PackageManagerShellCommand.java `runGrantRevokePermission` */
  permissions: {
    ask: (value) => packagesOf(value).map((name) => ["dumpsys", "package", name]),
    holds: (told, value) => {
      const dumps = new Map(packagesOf(value).map((name, at) => [name, told[at] ?? ""]));
      return value.every(({ package_name, permission }) =>
        (dumps.get(package_name) ?? "")
          .split("\n")
          .some((line) => line.trim().startsWith(`${permission}: granted=true`)),
      );
    },
    isAbout: (line, value) => value.some(({ permission }) => line.includes(permission)),
    put: (value) => value.map(({ package_name, permission }) => ["pm", "grant", package_name, permission]),
  },
  /**
   * Since Android 12. Who may not is told nothing of it, so that what is read decides. It is forgotten with a restart.
   * @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/services/core/java/com/android/server/location/LocationShellCommand.java
   */
  location: {
    ask: () => [["dumpsys", "location"]],
    holds: ([dump = ""], { latitude, longitude }) => {
      const at = parseMockLocation(dump);
      return at !== undefined && Math.abs(at.latitude - latitude) < NEAR && Math.abs(at.longitude - longitude) < NEAR;
    },
    isAbout: (line) => /provider|last location/.test(line),
    put: ({ latitude, longitude }) => [
      ["appops", "set", SHELL_USER, "android:mock_location", "allow"],
      providers("add-test-provider", PROVIDER),
      providers("set-test-provider-enabled", PROVIDER, "true"),
      providers("set-test-provider-location", PROVIDER, "--location", `${latitude},${longitude}`),
    ],
  },
  /** @see https://android.googlesource.com/platform/packages/modules/Connectivity/+/refs/tags/android-14.0.0_r1/service/src/com/android/server/connectivity/ProxyTracker.java `loadDeprecatedGlobalHttpProxy` */
  proxy: {
    ask: () => [get("global", "http_proxy")],
    holds: ([told = ""], value) => {
      const proxy = told.trim();
      return value === NO_PROXY ? ["", "null", DIRECT].includes(proxy) : proxy === value;
    },
    put: (value) => [put("global", "http_proxy", value === NO_PROXY ? DIRECT : value)],
  },
};

const packagesOf = (value: ProfileValues["permissions"]): string[] => [
  ...new Set(value.map(({ package_name }) => package_name)),
];

/** What devices say where the exit code does not: older ones have none. */
const SAYS_NO =
  /^(?:Error\b|Exception occurred|java\.lang\.|Security exception|Unknown command|cmd: Can't find service|No shell command)/m;
const WORDS_MAX = 600;

/** The way of a setting, for its value. */
const wayOf = ({ setting, value }: WantedSetting) => {
  const way = WAYS[setting] as Way<unknown>;
  return {
    asked: way.ask(value),
    holds: (told: readonly string[]) => way.holds(told, value),
    awaitsRestart: (told: readonly string[]) => way.awaitsRestart?.(told, value) ?? false,
    isAbout: (line: string) => way.isAbout?.(line, value) ?? true,
    lines: way.put(value),
  };
};

export function profileCapability(run: ShellCapability["run"]): ProfileCapability {
  return {
    async look(wanted, signal) {
      const { asked, holds, awaitsRestart, isAbout } = wayOf(wanted);
      const told: string[] = [];
      const words: string[] = [];
      for (const command of asked) {
        const { stdout, stderr } = await run(command, signal);
        told.push(stdout);
        const lines = `${stdout}${stderr}`.split("\n").filter(isAbout);
        words.push(`${command.join(" ")}\n${lines.join("\n").trim()}`);
      }
      const isSo = holds(told);
      return {
        holds: isSo,
        awaits_restart: !isSo && awaitsRestart(told),
        words: words.join("\n").slice(0, WORDS_MAX),
      };
    },
    async put(wanted, signal) {
      const refused: string[] = [];
      // Of several permissions one app's may be refused, and the others not.
      for (const command of wayOf(wanted).lines) {
        const { exit_code, stdout, stderr } = await run(command, signal);
        const said = `${stderr}\n${stdout}`.trim();
        if (exit_code === 0 && !SAYS_NO.test(said)) continue;
        const { message } = refusal(said, exit_code);
        refused.push(`${command.join(" ")}\n${said === "" ? message : said}`);
      }
      if (refused.length > 0) throw new DeviceRefusal(refused.join("\n").slice(0, WORDS_MAX));
    },
  };
}
