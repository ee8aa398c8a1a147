// @vitest-environment happy-dom
import type { ReactElement } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { AppsTab } from "./apps/apps-tab.tsx";
import { CameraTab } from "./camera/camera-tab.tsx";
import { FilesTab } from "./files/files-tab.tsx";
import { ElementsView } from "./inspect/elements-view.tsx";
import { Inspector } from "./inspect/inspector.ts";
import { InspectorProvider } from "./inspect/use-inspector.ts";
import { showIn } from "./page.fixture.tsx";
import { sessionOf } from "./session.fixture.ts";
import { stageOf } from "./stage.ts";
import TerminalView from "./terminal/terminal-view.tsx";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("debug", "common", "words"));

const inspector = new Inspector(() => new Promise(() => {}));
const inspect = (
  <InspectorProvider value={inspector}>
    <ElementsView actions={() => null} />
  </InspectorProvider>
);

const WAITS = [
  ["is waited for", { test: { state: "queued" }, test_device: { state: "queued" } }],
  ["is being prepared", { test: { state: "running" }, test_device: { state: "preparing" } }],
] as const;
const OVER = { test: { state: "ended" }, test_device: { state: "cleaning" } } as const;

const TOOLS: [string, { tool: ReactElement | typeof TerminalView; waits: string; over: string }][] = [
  ["files", { tool: <FilesTab />, waits: en.tools.not_yet, over: en.tools.over }],
  ["camera", { tool: <CameraTab />, waits: en.tools.not_yet, over: en.tools.over }],
  ["apps", { tool: <AppsTab />, waits: en.tools.not_yet, over: en.tools.over }],
  ["inspect", { tool: inspect, waits: en.inspect.not_yet, over: en.tools.over }],
  ["terminal", { tool: TerminalView, waits: en.terminal.not_yet, over: en.terminal.session_over }],
];

describe.each(TOOLS)("the tool %s", (_, { tool, waits, over }) => {
  const shown = async (parts: (typeof WAITS)[number][1] | typeof OVER) => {
    const session = sessionOf(parts);
    const element =
      typeof tool === "function" ? (
        <TerminalView active={false} stage={session.stage} early="" onEarly={() => undefined} />
      ) : (
        tool
      );
    await showIn(session, element);
    return shownText();
  };

  it.each(WAITS)("says that it comes while the device %s", async (_state, parts) => {
    const text = await shown(parts);
    expect(text).toContain(waits);
    expect(text).not.toContain(over);
  });

  it("says that the session has ended when it has", async () => {
    const text = await shown(OVER);
    expect(text).toContain(over);
    expect(text).not.toContain(waits);
  });
});

describe("how far a device's part is", () => {
  it.each([
    ["queued", "queued", "not_yet"],
    ["running", "preparing", "not_yet"],
    ["running", "running", "running"],
    ["running", "cleaning", "over"],
    ["running", "done", "over"],
    ["ended", "running", "over"],
    ["ended", "done", "over"],
  ] as const)("of a test that is %s and a device that is %s: %s", (test, device, stage) => {
    expect(stageOf({ state: test }, { state: device })).toBe(stage);
  });
});
