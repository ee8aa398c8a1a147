// @vitest-environment happy-dom
import type { Device } from "@udt/contract";
import { act } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import type { ScreenController } from "../../lib/screen/screen-controller.ts";
import { useDropped } from "./dropped.ts";
import { InputController } from "./input/input-controller.ts";
import { createDeviceClipboard, DeviceClipboardProvider } from "./input/device-clipboard.ts";
import { ScreenInput } from "./input/screen-input.tsx";
import { showIn } from "./page.fixture.tsx";
import type { Session } from "./session.tsx";
import { sessionOf } from "./session.fixture.ts";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("debug", "common", "words", "errors", "uploads"));

const input = new InputController();
// No finger comes near it.
const controller = {} as ScreenController;

function Surface() {
  return <ScreenInput controller={controller} input={input} {...useDropped()} />;
}

async function shown(session: Session) {
  await showIn(
    session,
    <DeviceClipboardProvider value={createDeviceClipboard(() => "")}>
      <Surface />
    </DeviceClipboardProvider>,
  );
}

/** Something is held above the screen, or dropped on it. */
async function drag(type: "dragover" | "drop", files: readonly File[] = []) {
  const items = files.map((file) => ({ webkitGetAsEntry: () => null, getAsFile: () => file }));
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: ["Files"], items, dropEffect: "none" } });
  await act(async () => document.querySelector(".dbg-surface")!.dispatchEvent(event));
}

describe("what is held above the screen", () => {
  it("is told what comes of an APK, and of any other file", async () => {
    await shown(sessionOf());
    await drag("dragover");
    expect(shownText()).toContain(en.screen.drop);
  });

  it("is told of APKs alone where the device takes no other files", async () => {
    await shown(sessionOf({ device: { capabilities: [] as string[] } as unknown as Device }));
    await drag("dragover");
    expect(shownText()).toContain(en.screen.drop_app);
  });
});
