// @vitest-environment happy-dom
import type { App, Device, Install } from "@udt/contract";
import { act } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import type { ScreenController } from "../../lib/screen/screen-controller.ts";
import { useDropped } from "./dropped.ts";
import { InputController } from "./input/input-controller.ts";
import { createDeviceClipboard, DeviceClipboardProvider } from "./input/device-clipboard.ts";
import { ScreenInput } from "./input/screen-input.tsx";
import { HintLine } from "./hints.tsx";
import { showIn } from "./page.fixture.tsx";
import { answering } from "./server.fixture.ts";
import type { Session } from "./session.tsx";
import { sessionOf } from "./session.fixture.ts";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("debug", "common", "words", "errors", "refusals", "uploads"));

const input = new InputController();
// No finger comes near it.
const controller = {} as ScreenController;

function Surface() {
  return <ScreenInput controller={controller} input={input} {...useDropped()} />;
}

const shown = (session: Session, followed?: string) =>
  showIn(
    session,
    <DeviceClipboardProvider value={createDeviceClipboard(() => "")}>
      <Surface />
      <HintLine />
    </DeviceClipboardProvider>,
    followed,
  );

/** Something is held above the screen, or dropped on it. */
async function drag(type: "dragover" | "drop", files: readonly File[] = [], folder?: FileSystemEntry) {
  const items = [
    ...files.map((file) => ({ webkitGetAsEntry: () => null, getAsFile: () => file })),
    ...(folder ? [{ webkitGetAsEntry: () => folder, getAsFile: () => null }] : []),
  ];
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

/** What is said below the phone, and in which tone. */
const hinted = () => {
  const hint = document.querySelector<HTMLElement>(".dbg-hint");
  return [hint?.dataset["tone"], hint?.textContent];
};
const ends = (tone: "good" | "bad", text: string) =>
  vi.waitFor(async () => {
    // What is on its way arrives in its own time.
    await act(async () => undefined);
    expect(hinted()).toEqual([tone, expect.stringContaining(text)]);
  });

/** In place of the way by which files are sent: the server takes each whose name does not say otherwise. */
class Sending extends EventTarget {
  readonly upload = new EventTarget();
  responseText = "";
  status = 200;
  #path = "";
  open(_method: string, url: string) {
    this.#path = new URL(url).searchParams.get("path") ?? "";
  }
  setRequestHeader() {}
  abort() {}
  send() {
    const said = { msg: "", request_id: "r" };
    const refused = { code: "file_exists", args: { path: this.#path } };
    this.responseText = JSON.stringify(
      this.#path.includes("taken") ? { ret: 1, data: refused, ...said } : { ret: 0, data: null, ...said },
    );
    queueMicrotask(() => this.dispatchEvent(new Event("load")));
  }
}
const file = (name: string) => new File(["12"], name);

describe("what is dropped on the screen", () => {
  const dropped = async (files: readonly File[], folder?: FileSystemEntry) => {
    vi.stubGlobal("XMLHttpRequest", Sending);
    await shown(sessionOf());
    await drag("drop", files, folder);
  };

  it("is told to be there", async () => {
    await dropped([file("a.txt")]);
    await ends("good", "a.txt is in /sdcard/Download");
  });

  it("is told to have failed, why, and where to look", async () => {
    await dropped([file("taken.txt")]);
    await ends("bad", "taken.txt was not sent. /sdcard/Download/taken.txt exists already. More under Files.");
  });

  it("is told to have failed when others that came along did not", async () => {
    await dropped([file("taken.txt"), file("a.txt"), file("b.txt")]);
    await ends("bad", "taken.txt was not sent.");
    await dropped([file("taken1.txt"), file("taken2.txt"), file("a.txt")]);
    await ends("bad", "2 of what was dropped were not sent.");
  });

  it.each([
    ["whole", "ok.txt", "good", "photos is in /sdcard/Download"],
    ["in part", "taken.txt", "bad", "Not all of photos is in /sdcard/Download."],
  ] as const)("is told of a folder that arrived %s", async (_, name, tone, text) => {
    const content = [{ name, isDirectory: false, isFile: true, file: (take: (of: File) => void) => take(file(name)) }];
    const readEntries = (take: (entries: unknown[]) => void) => take(content.splice(0));
    const folder = { name: "photos", isDirectory: true, isFile: false, createReader: () => ({ readEntries }) };
    await dropped([], folder as unknown as FileSystemEntry);
    await ends(tone, text);
  });
});

/** In place of the worker that computes a file's MD5. */
class Md5 extends EventTarget {
  postMessage() {
    queueMicrotask(() =>
      this.dispatchEvent(new MessageEvent("message", { data: { type: "md5", md5: "0".repeat(32) } })),
    );
  }
  terminate() {}
}

/** In place of the socket by which a page follows events. */
class Events extends EventTarget {
  static latest: Events;
  constructor() {
    super();
    Events.latest = this;
  }
  close() {}
  tell(event: object) {
    return act(async () => this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(event) })));
  }
}

describe("an app that is dropped on the screen", () => {
  const app: App = {
    app_id: "a1",
    file_name: "shop.apk",
    name: "Shop",
    names: {},
    package_name: "a.shop",
    version_name: "1",
    version_code: 1,
    build: "1",
    min_os_version: "21",
    os: "android",
    kind: "apk",
    abis: [],
    size_bytes: 2,
    md5: "0".repeat(32),
    icon: "",
    user_name: "me",
    created_at: 0,
  };
  const upload = {
    upload_id: "up",
    file_name: "shop.apk",
    size_bytes: 2,
    chunk_size: 2,
    chunk_number: 1,
    received: [],
    app,
  };
  const install: Install = {
    install_id: "i1",
    test_id: "t",
    device_id: "d",
    app_id: "a1",
    app_name: "Shop",
    package_name: "a.shop",
    state: "downloading",
    percent: 0,
    reason: null,
    updated_at: 1,
  };
  const UPLOAD = "POST /v1/api/upload/app";
  const dropped = async (name: string, answers: Parameters<typeof answering>[0]) => {
    const asked = answering(answers);
    vi.stubGlobal("Worker", Md5);
    vi.stubGlobal("WebSocket", Events);
    await shown(sessionOf(), "demo");
    await drag("drop", [file(name)]);
    return asked;
  };
  const begun = async () => {
    const asked = await dropped("shop.apk", { [UPLOAD]: { data: upload }, "/app/install": { data: install } });
    await vi.waitFor(() => expect(asked.at(-1)?.body).toEqual({ app_id: "a1" }));
    // The answer, too, has been taken in.
    await act(async () => undefined);
  };
  const heard = (more: Partial<Install>) =>
    Events.latest.tell({ event_id: 1, type: "install.changed", install: { ...install, updated_at: 2, ...more } });

  it("is told to be installed, and what of others is installed is not", async () => {
    await begun();
    await heard({ state: "installed", install_id: "other", app_name: "Other" });
    await heard({ state: "installed" });
    await ends("good", "Shop is installed");
  });

  it("is told not to be installed, and why", async () => {
    await begun();
    const reason = { code: "device_no_apps", args: {}, evidence: "INSTALL_FAILED_VERSION_DOWNGRADE" };
    await heard({ state: "install_failed", reason: reason as never });
    await ends(
      "bad",
      "Shop was not installed: apps cannot be installed on the device (INSTALL_FAILED_VERSION_DOWNGRADE). More under Apps.",
    );
  });

  it("is told to have been refused before it was sent, by the server, and by the device", async () => {
    await dropped("my shop.apk", {});
    await ends("bad", "my shop.apk: File names must not contain spaces.");
    await dropped("shop.apk", { [UPLOAD]: { code: "upload_file_name", status: 400 } });
    await ends("bad", "shop.apk: Upload failed:");
    const gone = { code: "test_not_running", status: 409 };
    await dropped("shop.apk", { [UPLOAD]: { data: upload }, "/app/install": gone });
    await ends("bad", "shop.apk: The device is not ready yet. More under Apps.");
  });
});
