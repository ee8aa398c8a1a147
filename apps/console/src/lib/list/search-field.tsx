import { useRef } from "react";
import { CloseIcon } from "../components/icons.tsx";
import { useT } from "../i18n/index.ts";
import { useShortcut } from "../shortcuts/shortcuts.ts";
import "./list.css";
import { useTyped } from "./use-typed.ts";

const KEYWORD_MAX = 100;

/** The list's search; `/` goes to it, Esc empties it. `onSearch` gets the trimmed text once typing settles. */
export function SearchField(props: { value: string; placeholder: string; onSearch: (keyword: string) => void }) {
  const t = useT("common");
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useTyped(props.value, props.onSearch);
  useShortcut("/", t("search"), () => input.current?.focus());

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
