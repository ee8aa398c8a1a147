import { type DeviceKey, say } from "@udt/contract";
import { Dropdown, Tooltip, type MenuProps } from "antd";
import { Fragment, useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { hint } from "./hints.tsx";
import {
  BackIcon,
  CameraIcon,
  DarkPanelIcon,
  FoldIcon,
  HelpIcon,
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
import { KEYBOARD_KEY, KEYBOARD_WORD } from "./input/phone-keyboard.ts";
import { useSession } from "./session.tsx";
import { createStore, useStore } from "../../lib/streams/index.ts";
import type { ScreenController } from "../../lib/screen/screen-controller.ts";
import type { ScreenView } from "../../lib/screen/liveness.ts";
import { isTyping } from "../../lib/shortcuts/shortcuts.ts";
import { useFits } from "./use-fits.ts";
import { useFold, useScreenshot } from "./use-device-actions.ts";
import { copyOrOffer } from "./copying.ts";
import { saidText } from "../../lib/words/index.ts";

interface Key {
  /** What it is for, whatever it is called now. */
  key: string;
  label: string;
  icon: ReactNode;
  act: () => void;
  shortcut?: string | undefined;
  disabled?: boolean;
  /** Why it is disabled, where nothing else on the page says it. */
  why?: string | undefined;
  /** What it begins goes on. */
  isOn?: boolean;
  /** What goes on is said above it: nothing at the pointer covers that. */
  isTold?: boolean;
  /** Stands a little apart from the one before it. */
  startsGroup?: boolean;
}

interface KeysRowProps {
  input: InputController;
  controller: ScreenController | undefined;
  onShortcuts: () => void;
}

/** The phone's own buttons, and what only a screen on a desk can do. What has no room is in the menu at its end. */
export function KeysRow(props: KeysRowProps) {
  const t = useT("debug");
  const keys = useKeys(props);
  const rare = useRareKeys(props.input);
  const row = useRef<HTMLDivElement>(null);
  useKeyboardWay(props.input, row);
  const fits = useFits(row);
  // The menu at the end takes the place of one.
  const shown = keys.slice(0, Math.max(0, fits - 1));
  const rest = keys.slice(shown.length).map(({ key, label, icon, act, disabled = false }) => ({
    key,
    label,
    icon,
    disabled,
    onClick: act,
  }));
  const items: MenuProps["items"] = rest.length > 0 ? [...rest, { type: "divider" as const }, ...rare] : rare;
  return (
    <div ref={row} className="dbg-keys" role="toolbar" aria-label={t("keys.title")}>
      {shown.map(({ key, act, startsGroup, ...button }) => (
        <Fragment key={key}>
          {startsGroup && <span className="dbg-keys-gap" />}
          <KeyButton {...button} name={key} onClick={act} />
        </Fragment>
      ))}
      <Dropdown menu={{ items }} trigger={["click"]} placement="topRight">
        <button type="button" className="dbg-key" aria-label={t("keys.more")} title={t("keys.more")}>
          <MoreIcon />
        </button>
      </Dropdown>
    </div>
  );
}

/** The way to the phone by the keyboard from anywhere on the page, and back out of it to where this row says that it is on. */
function useKeyboardWay({ keyboard }: InputController, row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.code !== KEYBOARD_KEY) return;
      if (event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      keyboard.take();
    };
    document.addEventListener("keydown", onKeyDown);
    // It may have no room, and be in the menu.
    const buttons = () => row.current?.querySelectorAll<HTMLElement>(".dbg-key") ?? [];
    const stop = keyboard.leadsTo(
      () => [...buttons()].find(({ dataset }) => dataset["key"] === "keyboard") ?? [...buttons()].at(-1),
    );
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      stop();
    };
  }, [keyboard, row]);
}

/** Those that are pressed most come first: the last ones are the first to lose their place. */
function useKeys({ input, controller, onShortcuts }: KeysRowProps): Key[] {
  const t = useT("debug");
  const { device } = useSession();
  const ready = useStore(input.ready);
  const screenshot = useScreenshot();
  const fold = useFold();
  const panel = usePanelKey(input, controller);
  const recording = useRecordKeys();
  const typing = useStore(input.keyboard.isOn);
  const can = (capability: "fold" | "rotation") => device?.capabilities.includes(capability) ?? false;
  const pressed = (label: string, icon: ReactNode, key: DeviceKey, shortcut: string): Key => ({
    key,
    label,
    icon,
    act: () => input.send({ type: "key", action: "press", key }),
    shortcut,
    disabled: !ready,
  });
  const rotate = {
    key: "rotate",
    label: t("keys.rotate"),
    icon: <RotateIcon />,
    act: () => input.send({ type: "rotate" }),
  };
  const folds = { key: "fold", label: t("keys.fold"), icon: <FoldIcon />, act: () => fold.mutate() };
  const captures = {
    key: "screenshot",
    label: t("keys.screenshot"),
    icon: <CameraIcon />,
    act: () => screenshot.mutate(),
  };
  const screen: Key[] = [
    ...(can("rotation") ? [{ ...rotate, shortcut: "Alt+R", disabled: !ready }] : []),
    ...(can("fold") ? [{ ...folds, disabled: !ready || fold.isPending }] : []),
    { ...captures, disabled: !ready || screenshot.isPending },
  ];
  return [
    pressed(t("keys.back"), <BackIcon />, "GoBack", "Esc"),
    pressed(t("keys.home"), <HomeIcon />, "GoHome", "Alt+H"),
    pressed(t("keys.recents"), <RecentsIcon />, "AppSwitch", "Alt+S"),
    {
      key: "keyboard",
      label: t(typing ? "keys.keyboard_off" : "keys.keyboard_on"),
      icon: <KeyboardIcon />,
      act: () => input.keyboard.toggle(),
      shortcut: KEYBOARD_WORD,
      disabled: !ready,
      isOn: typing,
      isTold: typing,
    },
    { ...pressed(t("keys.power"), <PowerIcon />, "Power", "Alt+P"), startsGroup: true },
    pressed(t("keys.volume_up"), <VolumeUpIcon />, "AudioVolumeUp", "Alt+↑"),
    pressed(t("keys.volume_down"), <VolumeDownIcon />, "AudioVolumeDown", "Alt+↓"),
    ...screen.map((key, index) => ({ ...key, startsGroup: index === 0 })),
    ...panel,
    ...recording,
    { key: "shortcuts", label: t("shortcuts.title"), icon: <HelpIcon />, act: onShortcuts, shortcut: "?" },
  ];
}

/** What is only in the menu. */
function useRareKeys(input: InputController) {
  const t = useT("debug");
  const ready = useStore(input.ready);
  const deviceText = useStore(useDeviceClipboard().text);
  const disabled = !ready;
  const press = (key: DeviceKey) => input.send({ type: "key", action: "press", key });
  const copyDeviceText = () => {
    if (deviceText === undefined) return;
    copyOrOffer(t, deviceText, () => hint("good", t("clipboard.copied")));
  };
  return [
    { key: "wake", label: t("keys.wake"), disabled, onClick: () => input.send({ type: "wake" }) },
    { key: "menu", label: t("keys.menu"), disabled, onClick: () => press("ContextMenu") },
    { key: "notifications", label: t("keys.notifications"), disabled, onClick: () => press("Notification") },
    { key: "mute", label: t("keys.mute"), disabled, onClick: () => press("AudioVolumeMute") },
    { key: "brighter", label: t("keys.brighter"), disabled, onClick: () => press("BrightnessUp") },
    { key: "darker", label: t("keys.darker"), disabled, onClick: () => press("BrightnessDown") },
    { type: "divider" as const },
    {
      key: "clipboard",
      label: t("keys.copy_clipboard"),
      disabled: disabled || deviceText === undefined,
      onClick: copyDeviceText,
    },
  ];
}

const NO_VIEW = createStore<undefined>(undefined);

/** Darkens the device's own panel, which goes on in the picture. */
function usePanelKey(input: InputController, controller: ScreenController | undefined): Key[] {
  const t = useT("debug");
  const way = useStore(input.way);
  const view = useStore<ScreenView | undefined>(controller?.view ?? NO_VIEW);
  if (!view) return [];
  return [
    {
      key: "panel",
      label: view.isDark ? t("keys.light_panel") : t("keys.dark_panel"),
      icon: <DarkPanelIcon />,
      act: () => input.send({ type: "panel", is_dark: !view.isDark }),
      disabled: way !== "live",
      why: way === "commands" ? saidText(say("device_no_dark_panel")) : undefined,
      isOn: view.isDark,
    },
  ];
}

/** They need no way to the device: what is recorded comes from its screen. */
function useRecordKeys(): Key[] {
  const { isRecording, record, save } = useRecordActions();
  return [
    { key: "record", ...record, icon: isRecording ? <StopIcon /> : <RecordIcon />, isOn: isRecording },
    { key: "save", ...save, icon: <SaveRecentIcon /> },
  ];
}

/** One of the buttons below the phone. */
export function KeyButton(props: Omit<Key, "key" | "act" | "startsGroup"> & { name?: string; onClick: () => void }) {
  // What came of it is said where its name would be shown.
  const [isPressed, setPressed] = useState(false);
  const isSilent = props.why !== undefined || props.isTold === true || isPressed;
  return (
    <Tooltip
      title={isSilent ? undefined : props.shortcut ? `${props.label} · ${props.shortcut}` : props.label}
      mouseEnterDelay={0.4}
    >
      <button
        type="button"
        className="dbg-key"
        data-key={props.name}
        data-on={props.isOn || undefined}
        aria-label={props.label}
        aria-pressed={props.isOn}
        // A disabled button gets no events: what it says at the pointer is the browser's to show.
        title={props.why}
        aria-description={props.why}
        disabled={props.disabled}
        onClick={() => {
          setPressed(true);
          props.onClick();
        }}
        onMouseLeave={() => setPressed(false)}
        // The keyboard stays with the phone.
        onMouseDown={(event) => event.preventDefault()}
      >
        {props.icon}
      </button>
    </Tooltip>
  );
}
