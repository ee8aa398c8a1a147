import type { Said as Words } from "@udt/contract";
import { saidText } from "./said-text.ts";
import "./said.css";

/** Why something is as it is, in the user's language, and small beneath it what it comes from, or the raw words of who made it known. */
export function Said({ said }: { said: Words }) {
  return (
    <span className="udt-said" data-said={said.code}>
      <span>{saidText(said)}</span>
      {said.more && (
        <ul>
          {said.more.map((part, index) => (
            // What is said never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <code className="udt-mono" data-literal>
                {part.of}
              </code>{" "}
              {saidText(part)}
            </li>
          ))}
        </ul>
      )}
      {!said.more && said.evidence !== "" && (
        // What is long scrolls, by keys too.
        <small className="udt-mono udt-secondary" role="note" tabIndex={0} data-literal>
          {said.evidence}
        </small>
      )}
    </span>
  );
}
