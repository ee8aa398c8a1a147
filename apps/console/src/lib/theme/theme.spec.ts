import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { DARK, FONT, LIGHT, MONO_FONT, type TokenName } from "./tokens.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const css = read("./theme.css");
const block = (selector: string) => css.slice(css.indexOf(`${selector} {`)).split("}")[0]!;
const colours = (text: string) =>
  Object.fromEntries([...text.matchAll(/--udt-([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]));

describe("theme.css", () => {
  it("holds the same colours as the tokens", () => {
    expect(colours(block(":root"))).toEqual(LIGHT);
    expect(colours(block(':root[data-theme="dark"]'))).toEqual(DARK);
  });

  it("holds the same fonts", () => {
    const font = (name: string) => new RegExp(`--udt-${name}:([^;]+);`).exec(css)![1]!.replace(/\s+/g, " ").trim();
    expect(font("font")).toBe(FONT);
    expect(font("mono")).toBe(MONO_FONT);
  });
});

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Every pair of text and ground that the console paints. */
const PAIRS: [TokenName, TokenName][] = [
  ...(["page", "surface", "raised"] as const).flatMap((ground): [TokenName, TokenName][] => [
    ["text", ground],
    ["secondary", ground],
    ["accent", ground],
    ["bad-text", ground],
  ]),
  ["accent", "accent-tint"],
  ["on-accent", "accent"],
  ...(["good", "busy", "warning", "bad", "offline"] as const).map((tone): [TokenName, TokenName] => [
    `${tone}-text`,
    `${tone}-tint`,
  ]),
  ["text", "bad-tint"],
  ["secondary", "bad-tint"],
  ["text", "warning-tint"],
];

describe.each(Object.entries({ light: LIGHT as Record<TokenName, string>, dark: DARK }))("%s", (_, tokens) => {
  it.each(PAIRS)("%s on %s is readable (AA)", (text, ground) => {
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each([1, 2, 3, 4, 5, 6] as const)("line %d of a chart stands out from its ground (WCAG 1.4.11)", (line) => {
    expect(contrast(tokens[`chart-${line}`], tokens.surface)).toBeGreaterThanOrEqual(3);
  });
});

describe("the theme of public/first-paint.js", () => {
  const source = read("../../../public/first-paint.js");
  const run = (stored: string | null, systemDark: boolean, blocked = false) => {
    const dataset: Record<string, string> = {};
    runInNewContext(source, {
      localStorage: {
        getItem: (key: string) => {
          if (blocked) throw new Error("storage is blocked");
          return key === "theme-mode" ? stored : null;
        },
      },
      matchMedia: () => ({ matches: systemDark }),
      document: { documentElement: { dataset }, baseURI: "http://udt.test/" },
      location: { pathname: "/login", search: "" },
      URL,
      URLSearchParams,
    });
    return dataset["theme"];
  };

  it.each([
    [null, false, "light"],
    [null, true, "dark"],
    ["light", true, "light"],
    ["dark", false, "dark"],
    ["nonsense", true, "dark"],
  ])("with %j stored and a dark system %j the page is %s", (stored, systemDark, mode) => {
    expect(run(stored, systemDark)).toBe(mode);
  });

  it("follows the system when storage is blocked", () => {
    expect(run("light", true, true)).toBe("dark");
  });
});
