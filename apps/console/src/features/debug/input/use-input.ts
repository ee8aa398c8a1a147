import { useEffect, useState } from "react";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { useStream } from "../../../lib/streams/index.ts";
import { useSession } from "../session.tsx";
import { InputController } from "./input-controller.ts";

/** The input stream joined to the controller of gestures, for whoever may drive. */
export function useInput(screen: ScreenController | undefined, onClipboard: (text: string) => void): InputController {
  const { target, running, drives } = useSession();
  const [input] = useState(() => new InputController());
  const enabled = running && drives;
  const { send } = useStream(
    "input",
    target,
    {
      onState: (state) => {
        if (state.name !== "open") input.attach(undefined);
      },
      onMessage: (message) => {
        if (message.type === "clipboard") onClipboard(message.text);
        else if (message.type === "marked")
          input.touchTimes.answered(message, (pts_us, told) => screen?.trace(pts_us, told));
        else if (message.type === "refused") input.refused.set(message.said);
        else input.attach(send, message.source);
      },
    },
    enabled,
  );
  useEffect(() => {
    // The stream says nothing more once it is given up.
    if (!enabled) input.attach(undefined);
  }, [enabled, input]);
  return input;
}
