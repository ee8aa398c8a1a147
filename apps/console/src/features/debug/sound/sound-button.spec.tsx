// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { button, press, shownText, show } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { HintLine } from "../hints.tsx";
import { SessionProvider, type Session } from "../session.tsx";
import { SoundButton } from "./sound-button.tsx";

/** The server's end of each stream that was dialled. */
const dialled: FakeSocket[] = [];
class FakeSocket extends EventTarget {
  constructor() {
    super();
    dialled.push(this);
  }
  close() {}
  closes(code: number, reason: string) {
    return act(async () => void this.dispatchEvent(new CloseEvent("close", { code, reason })));
  }
}
class FakeDecoder {
  state = "configured";
  configure() {}
  close() {}
}
class FakeContext {
  resume = () => Promise.resolve();
  close = () => Promise.resolve();
}

beforeAll(() => loadTexts("debug", "common", "words"));
beforeEach(() => {
  dialled.length = 0;
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("AudioDecoder", FakeDecoder);
  vi.stubGlobal("AudioContext", FakeContext);
});

async function listening() {
  const session = {
    device: { capabilities: ["audio"] } as unknown as Session["device"],
    target: { project: "demo", test_id: "t", device_id: "d" },
  } as Session;
  await show(
    <SessionProvider value={session}>
      <SoundButton />
      <HintLine />
    </SessionProvider>,
  );
  await press(button("Listen to the device"));
  expect(button("Mute").getAttribute("aria-pressed")).toBe("true");
  return dialled[0]!;
}

it("says that the device gives no sound, and asks it no more", async () => {
  const socket = await listening();
  await socket.closes(4409, "no_sound");
  expect(shownText()).toContain("The device gives no sound now");
  expect(button("Listen to the device").getAttribute("aria-pressed")).toBe("false");
  expect(dialled).toHaveLength(1);
});

it("is released by whatever else ends it for good, and not by a break", async () => {
  const socket = await listening();
  await socket.closes(1011, "audio ended");
  expect(button("Mute")).toBeTruthy();
  await vi.waitFor(() => expect(dialled).toHaveLength(2));
  await dialled[1]!.closes(4403, "not_driver");
  expect(button("Listen to the device")).toBeTruthy();
});
