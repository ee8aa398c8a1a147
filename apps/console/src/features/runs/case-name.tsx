import type { CaseRun } from "@udt/contract";
import { Link } from "react-router";

/** What a case is called, with its file small below; leads there. */
export function CaseName({ one: { name, file }, to }: { one: Pick<CaseRun, "name" | "file">; to: string }) {
  return (
    <td data-literal>
      <Link className="udt-link runs-case" to={to} title={name}>
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
