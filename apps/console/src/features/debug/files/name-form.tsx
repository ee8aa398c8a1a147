import { Input, type InputRef } from "antd";
import { useEffect, useRef, useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { isName } from "./file-view.ts";

/** A name in its place: Enter takes it, Escape leaves it. */
export function NameForm(props: {
  label: string;
  initial: string;
  isBusy: boolean;
  error: unknown;
  onName: (name: string) => void;
  onCancel: () => void;
}) {
  const t = useT("debug");
  const { initial } = props;
  const [name, setName] = useState(initial);
  const input = useRef<InputRef>(null);
  const isGood = isName(name);
  useEffect(() => {
    // What comes before the ending is what is mostly changed.
    const dot = initial.lastIndexOf(".");
    input.current?.focus();
    input.current?.setSelectionRange(0, dot > 0 ? dot : initial.length);
  }, [initial]);
  const take = () => {
    if (name === initial) props.onCancel();
    else if (isGood) props.onName(name);
  };
  return (
    <form
      className="dbg-files-name-form"
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
      onKeyDown={(event) => {
        // The list around it has keys of its own.
        event.stopPropagation();
        if (event.key === "Escape") props.onCancel();
      }}
    >
      <Input
        ref={input}
        size="small"
        value={name}
        aria-label={props.label}
        status={name !== "" && !isGood ? "error" : ""}
        disabled={props.isBusy}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="udt-button" disabled={!isGood || props.isBusy}>
        {t("files.ok")}
      </button>
      <button type="button" className="udt-button" onClick={props.onCancel}>
        {t("files.cancel")}
      </button>
      {name !== "" && !isGood && (
        <span className="dbg-bad" role="alert">
          {t("files.bad_name")}
        </span>
      )}
      {isGood && props.error !== null && (
        <span className="dbg-bad dbg-wrap" role="alert">
          {errorText(props.error)}
        </span>
      )}
    </form>
  );
}
