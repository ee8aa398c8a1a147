import type { ShellPhone } from "../program.ts";

/** Sides of Android's screen sizes, in dp of the shorter side. */
const LARGE_DP = 600;
const BASE_DPI = 160;
const NAMED_DPI: Readonly<Record<number, string>> = {
  120: "ldpi",
  160: "mdpi",
  213: "tvdpi",
  240: "hdpi",
  320: "xhdpi",
  480: "xxhdpi",
  640: "xxxhdpi",
};

/** `en-rUS`; one with a script is `b+zh+Hans+CN`. */
function localeQualifier(tag: string): string {
  const { language, script, region } = new Intl.Locale(tag);
  if (script !== undefined) return ["b", language, script, ...(region ? [region] : [])].join("+");
  return region ? `${language}-r${region}` : language;
}

/**
 * What the phone is like now, as the names of resource folders say it.
 * @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/core/java/android/content/res/Configuration.java `resourceQualifierString`
 */
export function configurationText({ system, screen }: ShellPhone): string {
  const { settings, profile, display } = system;
  const dpi = display.densityDpi ?? profile.density_dpi;
  const { width, height } = screen.size();
  const [wide, high] = [width, height].map((pixels) => Math.floor((pixels * BASE_DPI) / dpi)) as [number, number];
  const locale = (settings.get("system", "system_locales") ?? "en-US").split(",")[0] || "en-US";
  return [
    localeQualifier(locale),
    "ldltr",
    `sw${Math.min(wide, high)}dp`,
    `w${wide}dp`,
    `h${high}dp`,
    Math.min(wide, high) < LARGE_DP ? "normal" : "large",
    "long",
    "notround",
    wide > high ? "land" : "port",
    settings.get("secure", "ui_night_mode") === "2" ? "night" : "notnight",
    NAMED_DPI[dpi] ?? `${dpi}dpi`,
    "finger",
    "keysexposed",
    "nokeys",
    "navhidden",
    "nonav",
    `v${profile.sdk}`,
  ].join("-");
}
