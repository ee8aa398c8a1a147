export interface BrowserName {
  /** Empty when it is none that we know. */
  readonly browser: string;
  readonly system: string;
}

// The first that fits: most browsers also name the ones they descend from.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/\bcurl\//, "curl"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, "Windows"],
  [/\biPhone\b|\biPad\b/, "iOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const first = (table: typeof BROWSERS, text: string) => table.find(([pattern]) => pattern.test(text))?.[1] ?? "";

/** Which browser on which system a `User-Agent` header speaks of: enough to recognise one's own. */
export const browserName = (user_agent: string): BrowserName => ({
  browser: first(BROWSERS, user_agent),
  system: first(SYSTEMS, user_agent),
});
