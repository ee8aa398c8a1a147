import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

interface PageFacts {
  page: string;
  secure?: boolean;
  framed?: boolean;
  known?: boolean;
}

describe("where a page can have passkeys", () => {
  beforeEach(() => vi.resetModules());
  afterEach(() => vi.unstubAllGlobals());

  const NAMED = "https://udt.example.com";
  const CASES: [string, PageFacts, string | undefined][] = [
    [NAMED, { page: NAMED }, undefined],
    [NAMED, { page: "https://192.0.2.7" }, "elsewhere"],
    // It leads to where they are: https is not all that is missing.
    [NAMED, { page: "http://udt.example.com", secure: false }, "elsewhere"],
    ["", { page: "http://udt.example.com", secure: false }, "insecure"],
    ["", { page: "https://192.0.2.7" }, "address"],
    [NAMED, { page: NAMED, framed: true }, "frame"],
    [NAMED, { page: NAMED, known: false }, "browser"],
  ];
  it.each(CASES)(
    "with %j at %j",
    async (passkey_origin, { page, secure = true, framed = false, known = true }, why) => {
      const own: Record<string, unknown> = {
        location: new URL(`${page}/login?redirect=%2Fhome`),
        isSecureContext: secure,
        ...(known && { PublicKeyCredential: Object }),
      };
      own["parent"] = framed ? {} : own;
      vi.stubGlobal("window", own);
      vi.stubGlobal("document", { baseURI: `${page}/` });
      vi.stubGlobal("fetch", async () => Response.json({ passkey_origin }));
      const { loadConfig } = await import("../config/index.ts");
      await loadConfig();
      const { passkeysMissing, pageWithPasskeys } = await import("./place.ts");
      expect(passkeysMissing()).toBe(why);
      if (why === "elsewhere") expect(pageWithPasskeys()).toBe(`${NAMED}/login?redirect=%2Fhome`);
    },
  );
});
