import type { CaseRun } from "@udt/contract";
import { Link } from "react-router";

/** What a case is called, in a line or where `wraps` in two, with its file small below; leads there. */
export function CaseName(props: { one: Pick<CaseRun, "name" | "file">; to: string; wraps?: boolean }) {
  const { name, file } = props.one;
  return (
    <td data-literal>
      <Link className={`udt-link runs-case${props.wraps ? " udt-lines" : ""}`} to={props.to} title={name}>
        {name}
      </Link>
      {file !== "" && (
        <small className="runs-line" title={file}>
          {file}
        </small>
      )}
    </td>
  );
}
