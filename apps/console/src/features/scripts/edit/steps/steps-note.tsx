import { Button } from "antd";
import { useEffect } from "react";
import { CloseIcon } from "../../../../lib/components/icons.tsx";
import { useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import type { StepsDoc } from "./steps-doc.ts";
import type { Refusal } from "./use-steps.ts";

/** What was done last and can be taken back, or why it was not done: until the text is another one. */
export type Note = { version: number } & ({ deleted: number | string } | { refused: Refusal });

export function StepsNote(props: { note: Note; doc: StepsDoc; onUndo: () => void; onClose: () => void }) {
  const { note, doc, onUndo, onClose } = props;
  const t = useT("steps");
  const common = useT("common");
  const format = useFormat();
  useEffect(() => doc.onChange(() => doc.version() !== note.version && onClose()), [doc, note, onClose]);
  const text =
    "refused" in note
      ? t(`refused.${note.refused}`)
      : typeof note.deleted === "string"
        ? t("deleted_case", { name: note.deleted })
        : t("deleted", { count: note.deleted, total: format.number(note.deleted) });
  return (
    <div className="steps-note" role="status" data-bad={"refused" in note || undefined}>
      <span className="udt-ellipsis">{text}</span>
      {"deleted" in note && (
        <Button size="small" type="link" onClick={onUndo}>
          {t("do.undo")}
        </Button>
      )}
      <button
        type="button"
        className="udt-icon-button"
        aria-label={common("close")}
        title={common("close")}
        onClick={onClose}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
