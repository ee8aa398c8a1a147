import { expect, it } from "vitest";
import { escapeHtml, escapeXml } from "./escape.ts";

it("escapes each character once, also what looks escaped already", () => {
  expect(escapeXml(`<a href="x">&lt;'`)).toBe("&lt;a href=&quot;x&quot;&gt;&amp;lt;'");
  expect(escapeHtml(`<a href='x'>"&"`)).toBe("&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;");
});
