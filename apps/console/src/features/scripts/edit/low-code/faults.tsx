import { CheckOutlined, WarningOutlined } from "@ant-design/icons";
import type { editor } from "monaco-editor/editor";
import { useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import type { Checked } from "./low-code-worker.ts";

/** How many lines of the file are wrong, and the way to the next of them. */
export function Faults({ checked, onNext }: { checked: Checked; onNext: () => void }) {
  const t = useT("scripts");
  const format = useFormat();
  const count = checked.faults.length;
  if (count === 0)
    return (
      <span className="edit-faults">
        <CheckOutlined aria-hidden /> {t("edit.no_faults")}
      </span>
    );
  const total = `${format.number(count)}${checked.is_cut ? "+" : ""}`;
  return (
    <button type="button" className="edit-faults" data-wrong onClick={onNext}>
      <WarningOutlined aria-hidden /> {t("edit.faults", { count, total })}
    </button>
  );
}

/** Goes to the next line that is wrong, where the editor shows what is. */
export function nextFault(code: editor.IStandaloneCodeEditor | undefined): void {
  code?.focus();
  code?.trigger("faults", "editor.action.marker.next", undefined);
}

/** Puts the caret on the next line that is wrong, whether or not the editor shows. */
export function selectNextFault(code: editor.IStandaloneCodeEditor | undefined, faults: Checked["faults"]): void {
  const at = code?.getPosition()?.lineNumber ?? 0;
  const next = faults.find(({ line }) => line > at) ?? faults[0];
  if (next) code?.setPosition({ lineNumber: next.line, column: 1 });
}
