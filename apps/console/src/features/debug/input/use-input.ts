import { useCallback, useEffect } from "react";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { useStream } from "../../../lib/streams/index.ts";
import { useSession } from "../session.tsx";
import type { Recorder } from "../script/recorder.ts";
import type { InputController } from "./input-controller.ts";

/**
 * The input stream joined to the controller of gestures, for whoever may drive.
 * @param recorder By which what is recorded as a script goes on to the device.
 */
export function useInput(
  input: InputController,
  screen: ScreenController | undefined,
  onClipboard: (text: string) => void,
  recorder?: Recorder,
): void {
  const { target, running, drives } = useSession();
  const enabled = running && drives;
  const leave = useCallback(() => {
    input.attach(undefined);
    recorder?.forget();
  }, [input, recorder]);
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
        else if (message.type === "ready")
          input.attach(recorder ? (given) => recorder.pass(given, send) : send, message.source);
      },
    },
    enabled,
  );
  useEffect(() => {
    // The stream says nothing more once it is given up.
    if (!enabled) leave();
  }, [enabled, leave]);
}
