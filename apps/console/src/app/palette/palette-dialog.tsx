import { SearchOutlined } from "@ant-design/icons";
import { LIMITS } from "@udt/contract";
import { useId, useRef, useState } from "react";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { lateComponent } from "../../lib/late/late-component.tsx";
import { Looking } from "./looking.tsx";
import "./palette.css";

const PaletteFound = lateComponent(
  async () => (await import("./palette-found.tsx")).default,
  (_, waiting) => waiting ?? <Looking />,
);

/** The field stands, and has the focus, at once: what is typed, and entered, while the rest loads is kept for it. */
export function PaletteDialog({ projectId, onClose }: { projectId: string | undefined; onClose: () => void }) {
  const t = useT("app");
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [chosenId, setChosenId] = useState<string>();
  const [isEntered, setEntered] = useState(false);
  return (
    <Dialog
      title={<span className="udt-hidden">{t("palette.open")}</span>}
      closable={false}
      footer={null}
      width={640}
      className="udt-palette"
      style={{ top: 72 }}
      onCancel={onClose}
    >
      <div className="udt-palette-field">
        <SearchOutlined />
        <input
          ref={field}
          autoFocus
          role="combobox"
          aria-expanded={chosenId !== undefined}
          aria-controls={listId}
          aria-activedescendant={chosenId}
          aria-label={t("palette.open")}
          placeholder={t("palette.placeholder")}
          maxLength={LIMITS.keyword_max}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setEntered(false);
          }}
          onKeyDown={({ key, nativeEvent }) => {
            // With something chosen it has been entered already.
            if (key === "Enter" && !nativeEvent.isComposing && chosenId === undefined) setEntered(true);
          }}
        />
      </div>
      <PaletteFound
        projectId={projectId}
        text={text}
        field={field}
        listId={listId}
        onChosen={setChosenId}
        isEntered={isEntered}
        onEntered={() => setEntered(false)}
        onClose={onClose}
      />
    </Dialog>
  );
}
