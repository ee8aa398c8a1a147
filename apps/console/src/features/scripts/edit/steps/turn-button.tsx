import { CaretDownOutlined, CaretRightOutlined } from "@ant-design/icons";
import type { MouseEvent } from "react";
import { useT } from "../../../../lib/i18n/index.ts";
import { withKey } from "./keys-said.ts";

/** A row's own button is no press on the row. */
export const own = (run: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  run();
};

/** Shows or hides what is within a row. */
export function TurnButton({ isOpen, onTurn }: { isOpen: boolean; onTurn: () => void }) {
  const t = useT("steps");
  const label = t(isOpen ? "close" : "open");
  return (
    <button
      type="button"
      tabIndex={-1}
      className="steps-turn"
      aria-label={label}
      title={withKey(label, isOpen ? "←" : "→")}
      onClick={own(onTurn)}
    >
      {isOpen ? <CaretDownOutlined /> : <CaretRightOutlined />}
    </button>
  );
}
