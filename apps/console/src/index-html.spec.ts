import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const html = readFileSync(new URL("../index.html", import.meta.url), "utf8");

describe("index.html", () => {
  it("has the base that the server writes its base path into, before any address", () => {
    expect(html).toContain('<base href="/"');
    expect(html.indexOf("<base")).toBeLessThan(html.search(/(src|href)="\.\//));
  });

  it("names every file relative to that base", () => {
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    expect(addresses.filter((address) => address !== "/").every((address) => address.startsWith("./"))).toBe(true);
  });

  it("has no inline script, which the Content-Security-Policy would refuse", () => {
    for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      expect(attributes).toContain("src=");
      expect(body!.trim()).toBe("");
    }
  });

  it("chooses the theme before the application loads", () => {
    expect(html.indexOf("first-paint.js")).toBeLessThan(html.indexOf("main.ts"));
  });
});
