import { changedLines } from "./changed-lines.ts";
import "./changes.css";

const SIGNS = { added: "+", removed: "-", same: " " };

/** The lines that differ between two versions of a file, with some around them. */
export function Changes({ label, before, after }: { label: string; before: string; after: string }) {
  return (
    <pre className="udt-changes udt-mono" tabIndex={0} role="region" aria-label={label} data-literal>
      {changedLines(before, after).map(({ key, text, kind }) => (
        <span key={key} data-kind={kind}>
          {`${SIGNS[kind]} ${text}\n`}
        </span>
      ))}
    </pre>
  );
}
