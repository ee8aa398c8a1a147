import { type DeviceKey, say } from "@udt/contract";
import { Dropdown, Tooltip } from "antd";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { hint } from "./hints.tsx";
import {
  BackIcon,
  CameraIcon,
  DarkPanelIcon,
  FoldIcon,
  HomeIcon,
  KeyboardIcon,
  MoreIcon,
  PowerIcon,
  RecordIcon,
  RecentsIcon,
  RotateIcon,
  SaveRecentIcon,
  StopIcon,
  VolumeDownIcon,
  VolumeUpIcon,
} from "./icons.tsx";
import { useRecordActions } from "./recording/use-record-actions.ts";
import { useDeviceClipboard } from "./input/device-clipboard.ts";
import type { InputController } from "./input/input-controller.ts";
import { useSession } from "./session.tsx";
import { useStore } from "../../lib/streams/index.ts";
import type { ScreenController } from "../../lib/screen/screen-controller.ts";
import { useFold, useScreenshot } from "./use-device-actions.ts";
import { copyText } from "../../lib/components/index.ts";
import { saidText } from "../../lib/words/index.ts";

/** The phone's own buttons, and what only a screen on a desk can do. */
export function KeysRow(props: {
  input: InputController;
  controller: ScreenController | undefined;
  onShortcuts: () => void;
}) {
  const { input, controller } = props;
  const ready = useStore(input.ready);
  const t = useT("debug");
  const { device } = useSession();
  const clipboard = useDeviceClipboard();
  const deviceText = useStore(clipboard.text);
  const screenshot = useScreenshot();
  const fold = useFold();
  const can = (capability: "fold" | "rotation") => device?.capabilities.includes(capability) ?? false;
  const press = (key: DeviceKey) => input.send({ type: "key", action: "press", key });

  const key = (name: string, icon: ReactNode, onClick: () => void, shortcut?: string, busy = false) => (
    <KeyButton label={name} icon={icon} onClick={onClick} shortcut={shortcut} disabled={!ready || busy} />
  );

  const copyDeviceText = () => {
    if (deviceText === undefined) return;
    copyText(deviceText).then(
      () => hint("good", t("clipboard.copied")),
      () => hint("warning", t("clipboard.not_allowed"), deviceText),
    );
  };
  const more = [
    { key: "wake", label: t("keys.wake"), onClick: () => input.send({ type: "wake" }) },
    { key: "menu", label: t("keys.menu"), onClick: () => press("ContextMenu") },
    { key: "notifications", label: t("keys.notifications"), onClick: () => press("Notification") },
    { key: "mute", label: t("keys.mute"), onClick: () => press("AudioVolumeMute") },
    { key: "brighter", label: t("keys.brighter"), onClick: () => press("BrightnessUp") },
    { key: "darker", label: t("keys.darker"), onClick: () => press("BrightnessDown") },
    { type: "divider" as const },
    { key: "clipboard", label: t("keys.copy_clipboard"), disabled: deviceText === undefined, onClick: copyDeviceText },
  ];

  return (
    <div className="dbg-keys" role="toolbar" aria-label={t("keys.title")}>
      {key(t("keys.back"), <BackIcon />, () => press("GoBack"), "Esc")}
      {key(t("keys.home"), <HomeIcon />, () => press("GoHome"), "Alt+H")}
      {key(t("keys.recents"), <RecentsIcon />, () => press("AppSwitch"), "Alt+S")}
      <span className="dbg-keys-gap" />
      {key(t("keys.power"), <PowerIcon />, () => press("Power"), "Alt+P")}
      {key(t("keys.volume_up"), <VolumeUpIcon />, () => press("AudioVolumeUp"), "Alt+↑")}
      {key(t("keys.volume_down"), <VolumeDownIcon />, () => press("AudioVolumeDown"), "Alt+↓")}
      <span className="dbg-keys-gap" />
      {can("rotation") && key(t("keys.rotate"), <RotateIcon />, () => input.send({ type: "rotate" }), "Alt+R")}
      {can("fold") && key(t("keys.fold"), <FoldIcon />, () => fold.mutate(), undefined, fold.isPending)}
      {key(t("keys.screenshot"), <CameraIcon />, () => screenshot.mutate(), undefined, screenshot.isPending)}
      {controller && <PanelKey input={input} controller={controller} />}
      <RecordKeys />
      <KeyButton label={t("shortcuts.title")} icon={<KeyboardIcon />} onClick={props.onShortcuts} shortcut="?" />
      <Dropdown menu={{ items: more }} trigger={["click"]} disabled={!ready} placement="topRight">
        <button type="button" className="dbg-key" aria-label={t("keys.more")} title={t("keys.more")} disabled={!ready}>
          <MoreIcon />
        </button>
      </Dropdown>
    </div>
  );
}

/** Darkens the device's own panel, which goes on in the picture. */
function PanelKey({ input, controller }: { input: InputController; controller: ScreenController }) {
  const t = useT("debug");
  const way = useStore(input.way);
  const { isDark } = useStore(controller.view);
  return (
    <KeyButton
      label={isDark ? t("keys.light_panel") : t("keys.dark_panel")}
      icon={<DarkPanelIcon />}
      onClick={() => input.send({ type: "panel", is_dark: !isDark })}
      disabled={way !== "scrcpy"}
      why={way === "shell" ? saidText(say("device_no_dark_panel")) : undefined}
      isOn={isDark}
    />
  );
}

/** They need no way to the device: what is recorded comes from its screen. */
function RecordKeys() {
  const { isRecording, record, save } = useRecordActions();
  return (
    <>
      <KeyButton
        label={record.label}
        icon={isRecording ? <StopIcon /> : <RecordIcon />}
        onClick={record.act}
        disabled={record.disabled}
        isOn={isRecording}
      />
      <KeyButton label={save.label} icon={<SaveRecentIcon />} onClick={save.act} disabled={save.disabled} />
    </>
  );
}

/** One of the buttons below the phone. */
export function KeyButton(props: {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  shortcut?: string | undefined;
  disabled?: boolean;
  /** Why it is disabled, where nothing else on the page says it. */
  why?: string | undefined;
  /** What it begins goes on. */
  isOn?: boolean;
}) {
  return (
    <Tooltip
      title={props.why ? undefined : props.shortcut ? `${props.label} · ${props.shortcut}` : props.label}
      mouseEnterDelay={0.4}
    >
      <button
        type="button"
        className="dbg-key"
        data-on={props.isOn || undefined}
        aria-label={props.label}
        aria-pressed={props.isOn}
        // A disabled button gets no events: what it says at the pointer is the browser's to show.
        title={props.why}
        aria-description={props.why}
        disabled={props.disabled}
        onClick={props.onClick}
        // The keyboard stays with the phone.
        onMouseDown={(event) => event.preventDefault()}
      >
        {props.icon}
      </button>
    </Tooltip>
  );
}
