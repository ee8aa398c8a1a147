import { afterEach, beforeEach, expect, it, vi } from "vitest";

vi.hoisted(() =>
  vi.stubGlobal("document", { baseURI: "http://udt.example/", cookie: "", documentElement: { lang: "" } }),
);
const { authorize, handOver } = await import("./authorize.ts");

let popup: { closed: boolean; close: () => void };
let address: URL;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout"] });
  popup = { closed: false, close: () => (popup.closed = true) };
  const open = (target: string) => {
    address = new URL(target, "http://udt.example");
    return popup;
  };
  vi.stubGlobal("window", { open, close: popup.close });
});
afterEach(() => {
  vi.useRealTimers();
});

it("hears what the window handed over, however late, and closes it", async () => {
  const outcome = authorize("demo", "https://git.example/shop.git");
  handOver(address.searchParams.get("number")!, { kind: "token", token: "t0ken" });
  // Looked for before the word has come.
  vi.advanceTimersByTime(1_000);
  expect(await outcome).toEqual({ kind: "authorized", auth: { kind: "token", token: "t0ken" } });
  expect(popup.closed).toBe(true);
});

it("takes a window that was closed without a word for a refusal", async () => {
  const outcome = authorize("demo", "https://git.example/shop.git");
  popup.close();
  vi.advanceTimersByTime(1_000);
  expect(await outcome).toEqual({ kind: "failed" });
});

it("closes a window whose page has gone", () => {
  handOver("1", { kind: "none" });
  vi.advanceTimersByTime(60_000);
  expect(popup.closed).toBe(true);
});
