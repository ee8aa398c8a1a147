import type { DataOf } from "@udt/contract";
import type { runReadEndpoints } from "@udt/contract/endpoints/runs";
import "./failure.css";
import { Said } from "../../lib/words/index.ts";
import { Source } from "./source.tsx";

export type OneCase = DataOf<typeof runReadEndpoints.runCase>;

/** Nobody said why a case came out so. */
export const saysNothing = ({ detail: { message, location }, error, reason }: OneCase): boolean =>
  (message || error) === "" && reason === null && location === null;

/** What is said of a failure, whole, and the lines around the place where it failed. */
export function FailureText({ one }: { one: OneCase }) {
  const { reason, error } = one;
  const { message, location } = one.detail;
  const text = message || error;
  return (
    <>
      {reason !== null && <Said said={reason} />}
      {text !== "" && (
        <pre tabIndex={0} data-literal>
          {text}
        </pre>
      )}
      {location !== null && <Source location={location} />}
    </>
  );
}
