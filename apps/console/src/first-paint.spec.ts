import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { PUBLIC_SCREENS } from "./app/public-routes.ts";
import { isOfProject, SCREENS } from "./app/routes.ts";

const source = readFileSync(new URL("../public/first-paint.js", import.meta.url), "utf8");

/** The frame that a page begins in. */
function frameAt(address: string, { collapsed = false, small = false, base = "/" } = {}): string | undefined {
  const dataset: Record<string, string> = {};
  const { pathname, search } = new URL(address, `http://udt.test${base}`);
  runInNewContext(source, {
    localStorage: { getItem: (key: string) => (key === "udt_menu" && collapsed ? "collapsed" : null) },
    matchMedia: (query: string) => ({ matches: small && query.includes("max-width") }),
    document: { documentElement: { dataset }, baseURI: `http://udt.test${base}` },
    location: { pathname, search },
    URL,
    URLSearchParams,
  });
  return dataset["frame"];
}

const filled = (path: string) => path.replaceAll(/:(\w+)\??/g, "$1");

describe("the frame that a page begins in", () => {
  it.each(PUBLIC_SCREENS.map(({ path }) => path))("is none on %s", (path) => {
    expect(frameAt(filled(path))).toBeUndefined();
  });

  it.each(SCREENS.filter(({ path }) => !path.startsWith("/external/")).map((screen) => [screen.path, screen] as const))(
    "has the menu on %s where the screen has one",
    (path, screen) => {
      expect(frameAt(filled(path))).toBe(isOfProject(path) || screen.has_menu ? "menu" : "plain");
    },
  );

  it.each(["/iframe/demo/remote/list", "/demo/remote/list?hide_nav=1", "/external/iframe"])(
    "is none on %s",
    (address) => {
      expect(frameAt(address)).toBeUndefined();
    },
  );

  it("has the menu as narrow as the user left it, and on a phone", () => {
    expect(frameAt("/home", { collapsed: true })).toBe("narrow");
    expect(frameAt("/home", { small: true })).toBe("narrow");
  });

  it("knows pages below a base path", () => {
    expect(frameAt("/udt/login", { base: "/udt/" })).toBeUndefined();
    expect(frameAt("/udt/home", { base: "/udt/" })).toBe("menu");
  });
});
