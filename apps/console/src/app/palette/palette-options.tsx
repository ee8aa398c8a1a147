import { useEffect, useRef, useState, type RefObject } from "react";
import { useNavigate } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { useUser } from "../../lib/session/index.ts";
import type { Entry, Section } from "./entries.ts";
import { Looking } from "./looking.tsx";
import { rememberPlace } from "./recent.ts";

export interface Typed {
  text: string;
  /** Where it is typed. Its keys choose here. */
  field: RefObject<HTMLInputElement | null>;
  listId: string;
  /** By its element's id; the field tells of it. */
  onChosen: (id: string | undefined) => void;
  /** Enter was pressed before there was anything to choose: what fits best is entered once nothing more is looked for. */
  isEntered: boolean;
  onEntered: () => void;
  onClose: () => void;
}

/** What fits below the field: the arrows choose, Enter goes there. */
export function PaletteOptions(props: Typed & { sections: readonly Section[] }) {
  const t = useT("app");
  const { text, field, listId, onChosen } = props;
  const sections = props.sections.filter(({ entries }) => entries.length > 0);
  const entries = sections.flatMap((section) => section.entries);
  const isPending = props.sections.some((section) => section.isPending === true);
  const isFailed = props.sections.some((section) => section.isFailed === true);
  const choose = useChoose(props.onClose);
  // By its key: what is found later comes above it or below, and it stays the chosen one until something else is typed.
  const [choice, setChoice] = useState<{ text: string; key: string | undefined }>();
  const setChosenKey = (key: string | undefined) => setChoice({ text, key });
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => choice?.text === text && key === choice.key),
  );
  const chosen = entries[at];
  const step = (by: number) => setChosenKey(entries[(at + by + entries.length) % entries.length]?.key);
  const chosenId = chosen && `${listId}-${at}`;
  useEffect(() => {
    onChosen(chosenId);
    return () => onChosen(undefined);
  }, [onChosen, chosenId]);
  useKeys(field, (event) => {
    // Of an input method Enter and the arrows choose a word.
    if (event.isComposing) return;
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "Enter" && chosen) choose(chosen);
    else return;
    event.preventDefault();
  });
  const { isEntered, onEntered } = props;
  useEffect(() => {
    if (!isEntered || isPending) return;
    onEntered();
    if (chosen) choose(chosen);
  });
  return (
    <>
      <div id={listId} className="udt-palette-list" role="listbox" aria-label={t("palette.open")}>
        {sections.map((section) => (
          <div key={section.key} role="group" aria-label={section.label}>
            <h3 aria-hidden>{section.label}</h3>
            {section.entries.map((entry) => (
              <Option
                key={entry.key}
                id={`${listId}-${entries.indexOf(entry)}`}
                entry={entry}
                isChosen={entry === chosen}
                onPoint={() => setChosenKey(entry.key)}
                onChoose={() => choose(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      {isFailed && (
        <p className="udt-palette-none" role="alert">
          {t("palette.failed")}
        </p>
      )}
      {entries.length === 0 && !isFailed && isPending && <Looking />}
      {entries.length === 0 && !isFailed && !isPending && (
        <p className="udt-palette-none" role="status">
          {t("palette.none", { text: text.trim() })}
        </p>
      )}
      <p className="udt-palette-keys" aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> {t("palette.choose")} · <kbd>Enter</kbd> {t("palette.open_it")} · <kbd>Esc</kbd>{" "}
        {t("palette.close")}
      </p>
    </>
  );
}

function useKeys(field: RefObject<HTMLInputElement | null>, onKeyDown: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKeyDown);
  useEffect(() => {
    latest.current = onKeyDown;
  });
  useEffect(() => {
    const element = field.current;
    const listen = (event: KeyboardEvent) => latest.current(event);
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, [field]);
}

function Option(props: { id: string; entry: Entry; isChosen: boolean; onPoint: () => void; onChoose: () => void }) {
  const { id, entry, isChosen, onPoint, onChoose } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <div
      ref={row}
      id={id}
      role="option"
      className="udt-palette-option"
      aria-selected={isChosen}
      onMouseMove={isChosen ? undefined : onPoint}
      onClick={onChoose}
    >
      <span aria-hidden>{entry.icon}</span>
      <b className="udt-ellipsis" title={entry.label}>
        {entry.label}
      </b>
      <small className="udt-ellipsis" title={entry.note}>
        {entry.note}
      </small>
    </div>
  );
}

function useChoose(onClose: () => void) {
  const navigate = useNavigate();
  const { user_id } = useUser();
  return (entry: Entry) => {
    onClose();
    if ("act" in entry) {
      entry.act();
      return;
    }
    rememberPlace(user_id, entry);
    void navigate(entry.to);
  };
}
