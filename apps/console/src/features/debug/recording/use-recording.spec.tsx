// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { show, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { HintLine } from "../hints.tsx";
import { SessionProvider, type Session } from "../session.tsx";
import { RecordingStatus } from "./recording-status.tsx";
import { RecordingProvider, useNewRecording } from "./use-recording.ts";

/** The agent's end of the stream `recording`. */
let agent: { says(message: object): Promise<void> };
class FakeSocket extends EventTarget {
  constructor() {
    super();
    agent = {
      says: (message) =>
        act(async () => {
          this.dispatchEvent(new Event("open"));
          this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ ...STATE, ...message }) }));
        }),
    };
  }
  close() {}
}
const STATE = { type: "state", now: 5_000, has_video: true, recording: null, kept_since: null, saving: null };

beforeAll(() => loadTexts("debug", "common", "words", "errors", "refusals"));
beforeEach(() => vi.stubGlobal("WebSocket", FakeSocket));

function Page() {
  return (
    <RecordingProvider value={useNewRecording()}>
      <RecordingStatus />
      <HintLine />
    </RecordingProvider>
  );
}

it("says which recording is kept, and of which the server takes no more, and why, when that comes to be", async () => {
  const target = { project: "demo", test_id: "t", device_id: "d" };
  const session = { ...target, target, running: true, isWatched: false, test_device: { state: "running" } };
  await show(
    <SessionProvider value={session as unknown as Session}>
      <Page />
    </SessionProvider>,
  );
  await agent.says({ recording: { name: "recorded-1.mp4", started_at: 4_000 }, refused: null });
  expect(shownText()).toContain("Recording");
  await agent.says({ recording: null, refused: null });
  expect(shownText()).toContain("Kept under Captures: recorded-1.mp4");
  await agent.says({ recording: { name: "recorded-1.mp4", started_at: 4_000 }, refused: null });
  const refused = { code: "resource_quota", args: { limit_bytes: 1024 }, name: "recorded-1.mp4" };
  await agent.says({ refused });
  expect(document.querySelector("[data-recording]")).toBeNull();
  expect(shownText()).toContain("recorded-1.mp4 ends early, the server took no more of it");
});
