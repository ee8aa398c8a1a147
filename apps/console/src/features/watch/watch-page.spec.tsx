// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { shownText, show } from "../../lib/components/rendered.fixture.tsx";
import { getFormat } from "../../lib/format/index.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import type { FromScreenWorker } from "../../lib/screen/worker-protocol.ts";
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
