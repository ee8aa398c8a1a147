import { SearchOutlined } from "@ant-design/icons";
import { LIMITS } from "@udt/contract";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { useUser } from "../../lib/session/index.ts";
import type { Entry, Section } from "./entries.ts";
import { rememberPlace } from "./recent.ts";

/** The field, and what fits below it: the arrows choose, Enter goes there. */
export function PaletteList(props: {
  text: string;
  setText: (text: string) => void;
  sections: readonly Section[];
  onClose: () => void;
}) {
  const t = useT("app");
  const id = useId();
  const { text, setText } = props;
  const sections = props.sections.filter(({ entries }) => entries.length > 0);
  const entries = sections.flatMap((section) => section.entries);
  const isPending = props.sections.some((section) => section.isPending === true);
  const isFailed = props.sections.some((section) => section.isFailed === true);
  const choose = useChoose(props.onClose);
  // By its key: what is found later comes above it or below, and it stays the chosen one.
  const [chosenKey, setChosenKey] = useState<string>();
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosenKey),
  );
  const chosen = entries[at];
  const step = (by: number) => setChosenKey(entries[(at + by + entries.length) % entries.length]?.key);
  const onKeyDown = (event: KeyboardEvent) => {
    // Of an input method Enter and the arrows choose a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "Enter" && chosen) choose(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="udt-palette-field">
        <SearchOutlined />
        <input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${at}`}
          aria-label={t("palette.open")}
          placeholder={t("palette.placeholder")}
          maxLength={LIMITS.keyword_max}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosenKey(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} className="udt-palette-list" role="listbox" aria-label={t("palette.open")}>
        {sections.map((section) => (
          <div key={section.key} role="group" aria-label={section.label}>
            <h3 aria-hidden>{section.label}</h3>
            {section.entries.map((entry) => (
              <Option
                key={entry.key}
                id={`${id}-${entries.indexOf(entry)}`}
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
      {entries.length === 0 && !isFailed && (
        <p className="udt-palette-none" role="status">
          {isPending ? t("palette.looking") : t("palette.none", { text: text.trim() })}
        </p>
      )}
      <p className="udt-palette-keys" aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> {t("palette.choose")} · <kbd>Enter</kbd> {t("palette.open_it")} · <kbd>Esc</kbd>{" "}
        {t("palette.close")}
      </p>
    </>
  );
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
