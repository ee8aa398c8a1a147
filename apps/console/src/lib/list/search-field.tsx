import { useEffect, useRef, useState } from "react";
import { CloseIcon } from "../components/icons.tsx";
import { useT } from "../i18n/index.ts";
import { useShortcut } from "../shortcuts/shortcuts.ts";
import "./list.css";

/** Who goes on typing within this time is asked for once that settles; what comes after a rest, or is pasted, at once. */
const SETTLE_MS = 200;
const KEYWORD_MAX = 100;
/** What is not in the URL by then was given up for a link or going back, and is asked for anew. */
const LOST_MS = 5_000;

/** The list's search; `/` goes to it, Esc empties it. `onSearch` gets the trimmed text once typing settles. */
export function SearchField(props: { value: string; placeholder: string; onSearch: (keyword: string) => void }) {
  const t = useT("common");
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(props.value);
  const [seen, setSeen] = useState(props.value);
  // What was searched for and is not in the URL yet: it gets there later, and on a slow machine well after the next letters.
  const [sent, setSent] = useState<readonly string[]>([]);
  if (props.value !== seen) {
    const arrived = sent.indexOf(props.value);
    setSeen(props.value);
    setSent(arrived < 0 ? [] : sent.slice(arrived + 1));
    // The URL changed by other means (back, a cleared filter): the field follows.
    if (arrived < 0) setText(props.value);
  }
  const latest = sent.at(-1) ?? props.value;
  useEffect(() => {
    if (sent.length === 0) return undefined;
    const timer = setTimeout(() => setSent([]), LOST_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  useShortcut("/", t("search"), () => input.current?.focus());

  const { onSearch } = props;
  const typedAt = useRef(-Infinity);
  useEffect(() => {
    const keyword = text.trim();
    if (keyword === latest) return undefined;
    const now = performance.now();
    const wait_ms = now - typedAt.current < SETTLE_MS ? SETTLE_MS : 0;
    typedAt.current = now;
    const timer = setTimeout(() => {
      setSent((before) => [...before, keyword]);
      onSearch(keyword);
    }, wait_ms);
    return () => clearTimeout(timer);
  }, [text, latest, onSearch]);

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
