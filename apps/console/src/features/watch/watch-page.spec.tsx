// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { shownText, show } from "../../lib/components/rendered.fixture.tsx";
import { getFormat } from "../../lib/format/index.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import type { FromScreenWorker } from "../../lib/screen/worker-protocol.ts";
import en from "./texts/en.ts";
import { WatchPage } from "./watch-page.tsx";

/** What decodes the picture: it says what the test says. */
const screens: FakeWorker[] = [];
class FakeWorker extends EventTarget {
  constructor() {
    super();
    screens.push(this);
  }
  postMessage() {}
  terminate() {}
  says = (message: FromScreenWorker) =>
    act(async () => void this.dispatchEvent(new MessageEvent("message", { data: message })));
}

const data = {
  device: { model: "Udt V1", os: "android", os_version: "14" },
  state: "running",
  driver_names: ["Ann"],
  deadline: Date.now() + 600_000,
  expires_at: null,
};

beforeAll(() => loadTexts("watch", "common"));
beforeEach(() => {
  screens.length = 0;
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("fetch", async () => Response.json({ ret: 0, msg: "", request_id: "r", data }));
  HTMLCanvasElement.prototype.transferControlToOffscreen = () => ({}) as OffscreenCanvas;
});

it("says since when the picture stands still, and nothing of it once it goes on", async () => {
  await show(<WatchPage />);
  await vi.waitFor(() => expect(screens).toHaveLength(1));
  const [screen] = screens;
  await screen!.says({ type: "state", state: { name: "open" } });
  await screen!.says({ type: "picture" });
  expect(shownText()).not.toContain("stood still");
  const since = Date.now() - 5_000;
  await screen!.says({ type: "frozen", since });
  expect(shownText()).toContain(`The picture has stood still since ${getFormat().clock(since)}`);
  expect(shownText()).toContain("does not answer");
  await screen!.says({ type: "frozen", since: undefined });
  expect(shownText()).not.toContain("stood still");
});

it("says that it connects again only while it does, and of a connection that is closed for good that it is", async () => {
  await show(<WatchPage />);
  await vi.waitFor(() => expect(screens).toHaveLength(1));
  const screen = screens.at(-1);
  await screen?.says({ type: "state", state: { name: "open" } });
  expect(shownText()).toContain(en.connecting);
  await screen?.says({ type: "size", width: 100, height: 200 });
  await screen?.says({ type: "picture" });
  await screen?.says({ type: "state", state: { name: "reconnecting", attempt: 1, reason: "" } });
  expect(shownText()).toContain(en.reconnecting);
  await screen?.says({ type: "state", state: { name: "closed", code: 4403, reason: "no_permission" } });
  expect(shownText()).toContain(en.closed);
  expect(shownText()).not.toContain(en.connecting);
  expect(shownText()).not.toContain(en.reconnecting);
});

it("does not blame the browser for a worker that broke off", async () => {
  await show(<WatchPage />);
  await vi.waitFor(() => expect(screens).toHaveLength(1));
  await act(async () => void screens.at(-1)?.dispatchEvent(new Event("error")));
  expect(shownText()).toContain(en.worker_failed);
  expect(shownText()).not.toContain(en.no_picture);
});
