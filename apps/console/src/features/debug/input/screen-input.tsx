import { useState, type DragEvent } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import type { InputController } from "./input-controller.ts";
import { useFingers } from "./use-fingers.ts";
import { useKeyboard } from "./use-keyboard.ts";

/**
 * Takes the mouse, fingers, wheel and keyboard over the picture. A hidden text area has the keyboard's focus: what is
 * typed into it, through any layout or input method, goes to the device as text.
 */
export function ScreenInput(props: {
  controller: ScreenController;
  input: InputController;
  onFiles: (files: File[]) => void;
}) {
  const { controller, input, onFiles } = props;
  const t = useT("debug");
  const { typing, typed, focusAt } = useKeyboard({ input, onFiles });
  const { surface, touched } = useFingers({ input, controller, onPress: focusAt });
  const { dropping, ...drop } = useDroppedFiles(onFiles);
  const ready = useStore(input.ready);

  return (
    <div
      ref={surface}
      className="dbg-surface"
      data-input={ready ? "ready" : "waiting"}
      onContextMenu={(event) => event.preventDefault()}
      {...touched}
      {...drop}
    >
      <textarea
        ref={typing}
        className="dbg-typing"
        aria-label={t("screen.keyboard")}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...typed}
      />
      {!ready && (
        <span className="dbg-input-waits" role="status">
          {t("screen.input_waits")}
        </span>
      )}
      {dropping && <div className="dbg-drop">{t("screen.drop")}</div>}
    </div>
  );
}

/** Takes files that are dragged onto the picture, and says while some are over it. */
function useDroppedFiles(onFiles: (files: File[]) => void) {
  const [dropping, setDropping] = useState(false);
  return {
    dropping,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      setDropping(true);
    },
    onDragLeave: () => setDropping(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setDropping(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
}
