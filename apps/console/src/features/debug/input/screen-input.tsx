import { useId } from "react";
import { useDrop, type Dropped } from "../../../lib/drop/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import type { InputController } from "./input-controller.ts";
import { KEYBOARD_WORD } from "./phone-keyboard.ts";
import { useFingers } from "./use-fingers.ts";
import { useKeyboard } from "./use-keyboard.ts";

/**
 * Takes the mouse, fingers, wheel and keyboard over the picture. A hidden text area has the keyboard's focus: what is
 * typed into it, through any layout or input method, goes to the device as text.
 */
export function ScreenInput(props: {
  controller: ScreenController;
  input: InputController;
  onDrop: (dropped: Dropped) => void;
  /** What comes of a drop, said while something is held above the screen. */
  dropWords: string;
}) {
  const { controller, input, onDrop } = props;
  const t = useT("debug");
  const { typing, typed, focusAt } = useKeyboard({ input, onFiles: (files) => onDrop({ files, folders: [] }) });
  const { surface, touched } = useFingers({ input, controller, onPress: focusAt });
  const drop = useDrop(onDrop);
  const ready = useStore(input.ready);
  const wayOut = useId();

  return (
    <div
      ref={surface}
      className="dbg-surface"
      data-input={ready ? "ready" : "waiting"}
      onContextMenu={(event) => event.preventDefault()}
      {...touched}
      {...drop.handlers}
    >
      <textarea
        ref={typing}
        className="dbg-typing"
        aria-label={t("screen.keyboard")}
        aria-describedby={wayOut}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...typed}
      />
      {/* Read out to who comes here by the keyboard, which has no other way out. */}
      <span id={wayOut} className="udt-hidden">
        {t("screen.way_out", { key: KEYBOARD_WORD })}
      </span>
      {!ready && (
        <span className="dbg-input-waits" role="status">
          {t("screen.input_waits")}
        </span>
      )}
      {drop.isOver && <div className="dbg-drop">{props.dropWords}</div>}
    </div>
  );
}
