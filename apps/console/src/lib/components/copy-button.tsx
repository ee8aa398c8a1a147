import { useEffect, useState } from "react";
import { useT } from "../i18n/index.ts";
import { CheckIcon, CopyIcon } from "./icons.tsx";
import "./button.css";

const SHOW_RESULT_MS = 1500;

/** Copies `text` and says whether it worked. With `label` it is a button with words, else an icon. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useT("common");
  const [result, setResult] = useState<"copied" | "copy_failed">();
  useEffect(() => {
    if (!result) return undefined;
    const timer = setTimeout(() => setResult(undefined), SHOW_RESULT_MS);
    return () => clearTimeout(timer);
  }, [result]);

  const copy = () => {
    copyText(text).then(
      () => setResult("copied"),
      () => setResult("copy_failed"),
    );
  };
  const words = result ? t(result) : (label ?? t("copy"));
  return (
    <button type="button" className={label ? "udt-button" : "udt-icon-button"} title={words} onClick={copy}>
      {result === "copied" ? <CheckIcon /> : <CopyIcon />}
      {label ? words : <span className="udt-hidden">{words}</span>}
      <span className="udt-hidden" role="status">
        {result && t(result)}
      </span>
    </button>
  );
}

/** The clipboard API needs a secure page; on plain http a selected text area does it. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("copying was refused");
}
