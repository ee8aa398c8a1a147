import { useEffect, useState } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { createStore, useStore, useStream } from "../../../lib/streams/index.ts";
import { hint } from "../hints.tsx";
import { MutedIcon, SoundIcon } from "../icons.tsx";
import { useSession } from "../session.tsx";
import { canHear, SoundPlayer } from "./sound-player.ts";
import "./sound.css";

const SILENT = createStore(false);

/** Lets the device be heard here, and not for as long as nobody asks for it: nothing is encoded or sent meanwhile. */
export function SoundButton() {
  const t = useT("debug");
  const { device, target } = useSession();
  const [player, setPlayer] = useState<SoundPlayer>();
  const isLoud = useStore(player?.isLoud ?? SILENT);
  const stop = () => setPlayer(undefined);
  const fail = () => {
    stop();
    hint("warning", t("sound.failed"));
  };
  useEffect(() => () => player?.close(), [player]);
  useStream(
    "audio",
    target,
    {
      onBytes: (bytes) => player?.take(bytes),
      onState: (state) => {
        if (state.name !== "closed") return;
        if (state.reason === "no_sound") fail();
        else stop();
      },
    },
    player !== undefined,
  );
  const why = !device?.capabilities.includes("audio")
    ? t("sound.no_device")
    : canHear()
      ? undefined
      : t("sound.no_browser");
  const label = player ? t("sound.mute") : t("sound.listen");
  return (
    <button
      type="button"
      className="udt-icon-button dbg-sound"
      data-large
      data-loud={isLoud || undefined}
      aria-pressed={player !== undefined}
      aria-label={label}
      title={why ?? label}
      disabled={why !== undefined}
      onClick={() => (player ? stop() : setPlayer(new SoundPlayer(fail)))}
    >
      {player ? <SoundIcon /> : <MutedIcon />}
    </button>
  );
}
