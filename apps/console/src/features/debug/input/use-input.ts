import type { InputMessage } from "@udt/contract";
import { useCallback, useEffect, useRef } from "react";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { useStream } from "../../../lib/streams/index.ts";
import { saidText } from "../../../lib/words/index.ts";
import { hint } from "../hints.tsx";
import { useSession } from "../session.tsx";
import type { InputController } from "./input-controller.ts";

/** What takes all that is given on its way to the device, and passes it on: the recorder of a script does. */
interface Detour {
  pass(message: InputMessage, send: (message: InputMessage) => boolean): boolean;
  /** The stream is gone. */
  forget(): void;
}

/** The input stream joined to the controller of gestures, for whoever may drive. */
export function useInput(
  input: InputController,
  screen: ScreenController | undefined,
  onClipboard: (text: string) => void,
  detour?: Detour,
): void {
  const { target, running, drives } = useSession();
  // The stream may be ready before there is a picture to tell.
  const shown = useRef(screen);
  useEffect(() => {
    shown.current = screen;
  });
  const enabled = running && drives;
  const leave = useCallback(() => {
    input.attach(undefined);
    detour?.forget();
  }, [input, detour]);
  const { send } = useStream(
    "input",
    target,
    {
      onState: (state) => {
        if (state.name !== "open") leave();
      },
      onMessage: (message) => {
        if (message.type === "clipboard") onClipboard(message.text);
        else if (message.type === "marked")
          input.touchTimes.answered(message, (pts_us, told) => screen?.trace(pts_us, told));
        else if (message.type === "refused") input.refused.set(message.said);
        else if (message.type === "not_done") hint("warning", saidText(message.said));
        else if (message.type === "ready")
          input.attach(detour ? (given) => detour.pass(given, give) : give, message.source);
      },
    },
    enabled,
  );
  const give = (message: InputMessage) => {
    shown.current?.given();
    return send(message);
  };
  useEffect(() => {
    // The stream says nothing more once it is given up.
    if (!enabled) leave();
  }, [enabled, leave]);
}
