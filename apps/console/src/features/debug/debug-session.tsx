import { useMemo, useState } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { useShortcut } from "../../lib/shortcuts/shortcuts.ts";
import { createStore, useStore, type Store } from "../../lib/streams/index.ts";
import { AppsTab } from "./apps/apps-tab.tsx";
import { AskedBanner } from "./control/asked-banner.tsx";
import { ControlNotice } from "./control/control-notice.tsx";
import { WatchesOnly } from "./control/watches-only.tsx";
import { takesFiles, useDropped } from "./dropped.ts";
import { DebugHeader } from "./header.tsx";
import { HintLine } from "./hints.tsx";
import { createDeviceClipboard, DeviceClipboardProvider } from "./input/device-clipboard.ts";
import { InputController } from "./input/input-controller.ts";
import { KEYBOARD_WORD } from "./input/phone-keyboard.ts";
import { useInput } from "./input/use-input.ts";
import { InspectLayer } from "./inspect/inspect-layer.tsx";
import { InspectLabel } from "./inspect-label.tsx";
import { InspectorProvider, useChoose, useNewInspector, useTreeReader } from "./inspect/use-inspector.ts";
import { KeysRow } from "./keys-row.tsx";
import { CameraTab, FilesTab, InspectTab, MemoryTab, PerformanceTab } from "./late-tabs.tsx";
import { CrashBanner } from "./log/crash-banner.tsx";
import { LogTab } from "./log/log-tab.tsx";
import { useDeviceLog, type DeviceLog } from "./log/use-device-log.ts";
import { EndPanel, PreparingPanel } from "./panels.tsx";
import { PhoneScreen } from "./screen/phone-screen.tsx";
import { useScreenController } from "./screen/use-screen-controller.ts";
import type { ScreenView } from "../../lib/screen/liveness.ts";
import type { ScreenController } from "../../lib/screen/screen-controller.ts";
import { AdbQuestion } from "./remote-adb/adb-question.tsx";
import { RecordingProvider, useNewRecording } from "./recording/use-recording.ts";
import { ScriptProvider, useNewScript } from "./script/use-script.ts";
import { RunBar } from "./run/run-bar.tsx";
import { RunEndPanel } from "./run/run-end-panel.tsx";
import { useSession } from "./session.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { Splitter } from "./splitter.tsx";
import { CapturesTab } from "./captures-tab.tsx";
import { DeviceTab } from "./tabs/device-tab.tsx";
import { Tabs, useOpenTab, type Tab, type Tabbed } from "./tabs/tabs.tsx";
import { TerminalTab } from "./terminal/terminal-tab.tsx";
import { Warnings } from "./warnings.tsx";

const NO_VIEW: Store<Pick<ScreenView, "size">> = createStore({ size: undefined });

/** The page of one session: the phone at the left, its tools at the right. */
export function DebugSession({ hadEnded }: { hadEnded: boolean }) {
  const t = useT("debug");
  const { running, stage, test, isWatched, drives, device } = useSession();
  const takesAdb = drives && running && device?.capabilities.includes("adb");
  // Of a run each device is done for itself; a session is over when it says why.
  const isOver = isWatched ? stage === "over" : test.state === "ended";
  const controller = useScreenController(running);
  const { size } = useStore(controller?.view ?? NO_VIEW);
  // Until the first picture the device's own facts tell its shape.
  const picture = size ?? (device && device.width > 0 ? device : undefined);
  const clipboard = useMemo(() => createDeviceClipboard(t), [t]);
  const readTree = useTreeReader();
  const inspector = useNewInspector(controller, readTree);
  const [input] = useState(() => new InputController());
  const script = useNewScript(controller, input, readTree);
  useInput(input, controller, clipboard.received, script.recorder);
  const recording = useNewRecording();
  const log = useDeviceLog();
  const openTab = useOpenTab();
  const [help, setHelp] = useState(false);
  useShortcut("?", t("shortcuts.title"), () => setHelp(true));

  return (
    <DeviceClipboardProvider value={clipboard}>
      <InspectorProvider value={inspector}>
        <ScriptProvider value={script}>
          <RecordingProvider value={recording}>
            <div className="dbg-page">
              <SkipToPhone input={input} />
              <DebugHeader controller={controller} input={input} />
              {isWatched && <RunBar />}
              <ControlNotice />
              <AskedBanner />
              <Warnings input={input} />
              <CrashBanner store={log.store} onShow={() => openTab("log")} />
              {takesAdb && <AdbQuestion />}
              {/* One splitter through every state, so that the log and the terminal keep what they hold. */}
              <Splitter
                picture={picture}
                left={
                  <>
                    {isOver ? (
                      isWatched ? (
                        <RunEndPanel />
                      ) : (
                        <EndPanel />
                      )
                    ) : controller ? (
                      <LiveScreen controller={controller} input={input} />
                    ) : (
                      <PreparingPanel />
                    )}
                    <HintLine atRest={<KeysHere input={input} />} />
                    {!isOver && <Keys input={input} controller={controller} onShortcuts={() => setHelp(true)} />}
                  </>
                }
                right={hadEnded ? <EndedTabs /> : <ToolTabs log={log} />}
              />
              <ShortcutsDialog open={help} onClose={() => setHelp(false)} />
            </div>
          </RecordingProvider>
        </ScriptProvider>
      </InspectorProvider>
    </DeviceClipboardProvider>
  );
}

function LiveScreen({ controller, input }: { controller: ScreenController; input: InputController }) {
  const t = useT("debug");
  const { drives } = useSession();
  const dropped = useDropped();
  const choose = useChoose();
  return (
    <PhoneScreen controller={controller} input={input} {...dropped}>
      {drives && <InspectLayer label={t("inspect.layer")} onChoose={choose} />}
    </PhoneScreen>
  );
}

/** By hand, because with a `<base>` a bare `#` address would leave the page. Who only watches is taken to the picture. */
function SkipToPhone({ input }: { input: InputController }) {
  const t = useT("debug");
  const { drives, running } = useSession();
  if (!running) return null;
  const skip = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (drives) input.keyboard.take();
    else document.querySelector<HTMLElement>(".dbg-pane")?.focus();
  };
  return (
    <a className="udt-skip" href="#dbg-phone" onClick={skip}>
      {t("screen.skip")}
    </a>
  );
}

/** Where the keyboard goes, and how it comes back, for as long as the phone has it. */
function KeysHere({ input }: { input: InputController }) {
  const t = useT("debug");
  if (!useStore(input.keyboard.isOn)) return null;
  return <span className="dbg-keys-here">{t("screen.keys_here", { key: KEYBOARD_WORD })}</span>;
}

function Keys(props: { input: InputController; controller: ScreenController | undefined; onShortcuts: () => void }) {
  const t = useT("debug");
  const { drives, isWatched } = useSession();
  if (isWatched) return <p className="dbg-observer">{t("run.view_only")}</p>;
  return drives ? <KeysRow {...props} /> : <WatchesOnly />;
}

/** What a device that does not tell of memory has no use for. */
function useMemoryTab(): Tab[] {
  const t = useT("debug");
  const { device } = useSession();
  if (!device?.capabilities.includes("memory")) return [];
  return [{ key: "memory", label: t("tabs.memory"), content: <MemoryTab /> }];
}

function ToolTabs({ log }: { log: DeviceLog }) {
  const t = useT("debug");
  const { drives, isWatched, device } = useSession();
  const reason = drives ? undefined : t("tabs.drivers_only");
  const memoryTab = useMemoryTab();
  const logTab: Tab = { key: "log", label: t("tabs.log"), content: <LogTab log={log} /> };
  const deviceTab: Tab = { key: "device", label: t("tabs.device"), content: <DeviceTab /> };
  // What the run leaves behind is in its report.
  if (isWatched) return <Tabs tabs={[logTab, deviceTab]} label={t("tabs.title")} />;
  const tabs: Tabbed = [
    logTab,
    {
      key: "terminal",
      label: t("tabs.terminal"),
      disabledReason: reason,
      content: <TerminalTab />,
    },
    {
      key: "files",
      label: t("tabs.files"),
      disabledReason: reason ?? (takesFiles(device) ? undefined : t("tabs.no_files")),
      content: <FilesTab />,
    },
    { key: "apps", label: t("tabs.apps"), content: <AppsTab /> },
    ...(device?.capabilities.includes("elements")
      ? [{ key: "inspect", label: <InspectLabel />, disabledReason: reason, content: <InspectTab /> }]
      : []),
    { key: "performance", label: t("tabs.performance"), content: <PerformanceTab /> },
    ...memoryTab,
    {
      key: "camera",
      label: t("tabs.camera"),
      disabledReason: reason ?? (device?.capabilities.includes("cameraImage") ? undefined : t("tabs.no_camera")),
      content: <CameraTab />,
    },
    deviceTab,
    { key: "captures", label: t("tabs.captures"), content: <CapturesTab /> },
  ];
  return <Tabs tabs={tabs} label={t("tabs.title")} />;
}

function EndedTabs() {
  const t = useT("debug");
  const { isWatched } = useSession();
  const memoryTab = useMemoryTab();
  const deviceTab: Tab = { key: "device", label: t("tabs.device"), content: <DeviceTab /> };
  // What the run leaves behind is in its report.
  if (isWatched) return <Tabs tabs={[deviceTab]} label={t("tabs.title")} />;
  const tabs: Tabbed = [
    { key: "captures", label: t("tabs.captures"), content: <CapturesTab /> },
    { key: "performance", label: t("tabs.performance"), content: <PerformanceTab /> },
    ...memoryTab,
    deviceTab,
  ];
  return <Tabs tabs={tabs} label={t("tabs.title")} />;
}
