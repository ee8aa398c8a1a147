import type { DeviceKey } from "@udt/contract";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { useStore } from "../../lib/streams/index.ts";
import { BackIcon, HomeIcon, PowerIcon, RecentsIcon, RotateIcon, VolumeDownIcon, VolumeUpIcon } from "./icons.tsx";
import type { InputController } from "./input/input-controller.ts";
import { KeyButton } from "./keys-row.tsx";

/** A phone's own buttons, where there is room for few: of a leader what they do is repeated as everything else. */
export function FewKeys({ input }: { input: InputController }) {
  const t = useT("debug");
  const ready = useStore(input.ready);
  const key = (label: string, icon: ReactNode, name: DeviceKey, shortcut?: string) => (
    <KeyButton
      label={label}
      icon={icon}
      shortcut={shortcut}
      disabled={!ready}
      onClick={() => input.send({ type: "key", action: "press", key: name })}
    />
  );
  return (
    <div className="dbg-keys" role="toolbar" aria-label={t("keys.title")}>
      {key(t("keys.back"), <BackIcon />, "GoBack", "Esc")}
      {key(t("keys.home"), <HomeIcon />, "GoHome", "Alt+H")}
      {key(t("keys.recents"), <RecentsIcon />, "AppSwitch", "Alt+S")}
      <span className="dbg-keys-gap" />
      {key(t("keys.power"), <PowerIcon />, "Power", "Alt+P")}
      {key(t("keys.volume_up"), <VolumeUpIcon />, "AudioVolumeUp", "Alt+↑")}
      {key(t("keys.volume_down"), <VolumeDownIcon />, "AudioVolumeDown", "Alt+↓")}
      <span className="dbg-keys-gap" />
      <KeyButton
        label={t("keys.rotate")}
        icon={<RotateIcon />}
        shortcut="Alt+R"
        disabled={!ready}
        onClick={() => input.send({ type: "rotate" })}
      />
    </div>
  );
}
