import { vi } from "vitest";

/** What is read of a page, as far as its language goes: it is in English. */
export function stubEnglishPage(): void {
  vi.stubGlobal("document", {
    cookie: "udt_lang=en",
    baseURI: "http://udt.test/",
    documentElement: { lang: "" },
  });
  vi.stubGlobal("navigator", { languages: [] });
}
