// @vitest-environment happy-dom
import { act, useState } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { button, shownText, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import type { ScreenController } from "../../lib/screen/screen-controller.ts";
import { createStore } from "../../lib/streams/index.ts";
import { HintLine } from "./hints.tsx";
import { createDeviceClipboard, DeviceClipboardProvider } from "./input/device-clipboard.ts";
import { InputController } from "./input/input-controller.ts";
import { useInput } from "./input/use-input.ts";
import { KeysRow } from "./keys-row.tsx";
import { SessionProvider, type Session } from "./session.tsx";

/** The device's end of the stream `input`. */
let device: { says(message: object): Promise<void> };
class FakeSocket extends EventTarget {
  constructor() {
    super();
    const tell = (event: Event) => act(async () => void this.dispatchEvent(event));
    device = {
      async says(message) {
        await tell(new Event("open"));
        await tell(new MessageEvent("message", { data: JSON.stringify(message) }));
      },
    };
  }
  close() {}
}

beforeAll(() => loadTexts("debug", "common", "words"));
beforeEach(() => vi.stubGlobal("WebSocket", FakeSocket));

const screen = { view: createStore({ isDark: false }) } as unknown as ScreenController;
const clipboard = createDeviceClipboard((key) => key);

function Page() {
  const [input] = useState(() => new InputController());
  useInput(input, screen, () => undefined);
  return (
    <>
      <KeysRow input={input} controller={screen} onShortcuts={() => undefined} />
      <HintLine />
    </>
  );
}

async function page() {
  const session = {
    running: true,
    drives: true,
    isHolder: true,
    device: { capabilities: [] } as unknown as Session["device"],
    test: {} as Session["test"],
    target: { project: "demo", test_id: "t", device_id: "d" },
  } as unknown as Session;
  await show(
    <SessionProvider value={session}>
      <DeviceClipboardProvider value={clipboard}>
        <Page />
      </DeviceClipboardProvider>
    </SessionProvider>,
  );
}

const panel = () => button("Turn the device's screen off");

it("says why the panel cannot be made dark by the way that input goes, and nothing while there is none", async () => {
  await page();
  expect(panel().disabled).toBe(true);
  expect(panel().title).toBe("");
  await device.says({ type: "ready", source: "commands" });
  expect(panel().disabled).toBe(true);
  expect(panel().title).toBe("without a scrcpy server the panel cannot be made dark");
  await device.says({ type: "ready", source: "live" });
  expect(panel().disabled).toBe(false);
  expect(panel().title).toBe("");
});

it("says what the device did not take of what was given to it", async () => {
  await page();
  await device.says({ type: "ready", source: "commands" });
  await device.says({ type: "not_done", said: { code: "device_ascii_only", args: {}, evidence: "" } });
  expect(shownText()).toContain("without a scrcpy server only ASCII can be typed");
});
