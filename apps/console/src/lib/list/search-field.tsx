import { useEffect, useRef, useState } from "react";
import { CloseIcon } from "../components/icons.tsx";
import { useT } from "../i18n/index.ts";
import { useShortcut } from "../shortcuts/shortcuts.ts";
import "./list.css";

/** Who goes on typing within this time is asked for once that settles; what comes after a rest, or is pasted, at once. */
const SETTLE_MS = 200;
const KEYWORD_MAX = 100;

/** The list's search; `/` goes to it, Esc empties it. `onSearch` gets the trimmed text once typing settles. */
export function SearchField(props: { value: string; placeholder: string; onSearch: (keyword: string) => void }) {
  const t = useT("common");
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(props.value);
  const [sent, setSent] = useState(props.value);
  // The URL changed by other means (back, a cleared filter): the field follows.
  if (props.value !== sent) {
    setSent(props.value);
    setText(props.value);
  }
  useShortcut("/", t("search"), () => input.current?.focus());

  const { onSearch } = props;
  const typedAt = useRef(-Infinity);
  useEffect(() => {
    const keyword = text.trim();
    if (keyword === sent) return undefined;
    const now = performance.now();
    const wait_ms = now - typedAt.current < SETTLE_MS ? SETTLE_MS : 0;
    typedAt.current = now;
    const timer = setTimeout(() => {
      setSent(keyword);
      onSearch(keyword);
    }, wait_ms);
    return () => clearTimeout(timer);
  }, [text, sent, onSearch]);

  return (
    <span className="udt-search">
      <input
        ref={input}
        type="search"
        value={text}
        maxLength={KEYWORD_MAX}
        placeholder={props.placeholder}
        aria-label={props.placeholder}
        aria-keyshortcuts="/"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          if (text === "") event.currentTarget.blur();
          else setText("");
        }}
      />
      {text === "" ? (
        <kbd aria-hidden>/</kbd>
      ) : (
        <button type="button" className="udt-icon-button" aria-label={t("clear")} onClick={() => setText("")}>
          <CloseIcon size={12} />
        </button>
      )}
    </span>
  );
}
