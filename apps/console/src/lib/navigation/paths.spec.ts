import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paths, safeRedirect } from "./paths.ts";

describe("safeRedirect", () => {
  it("keeps a path of the console with its query and hash", () => {
    expect(safeRedirect("/demo/remote/list?state=idle#x", "/home")).toBe("/demo/remote/list?state=idle#x");
  });

  it.each([
    null,
    "",
    "home",
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/demo/..//evil.example",
    "javascript:alert(1)",
    "/login",
    "/signup",
    "/forgot_password",
    "/reset_password#secret",
    "/confirm_email#secret",
    "/login?redirect=/login",
  ])("refuses %j", (wanted) => {
    expect(safeRedirect(wanted, "/home")).toBe("/home");
  });

  it("never leaves the site, whatever is asked", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "//",
      "\t",
      "\n",
      "evil.example",
      ":",
      "@",
      "?",
      "#",
      "%2f",
      "a",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => `/${pieces.join("")}`),
        ),
        (wanted) => {
          const path = safeRedirect(wanted, "/home");
          expect(new URL(path, "https://udt.example/x").origin).toBe("https://udt.example");
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("paths", () => {
  it("bring the wanted page to sign-in and back", () => {
    const wanted = "/demo/remote/list?keyword=a&b";
    const login = new URL(paths.login(wanted), "http://x");
    expect(safeRedirect(login.searchParams.get("redirect"), "/home")).toBe(wanted);
  });

  it("name the debug page's test and device as the wire does", () => {
    expect(paths.debug("demo", "t1", "d1")).toBe("/demo/remote/debug?test_id=t1&device_id=d1");
  });
});
