import type { CaseRun, Run } from "@udt/contract";
import { Button } from "antd";
import { Link } from "react-router";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { saidLine } from "../../lib/words/index.ts";
import { usePlace } from "./use-place.ts";
import { useCancelPart } from "./use-runs.ts";
import { CaseNotes, CasePill } from "./words.tsx";

/** How a run's cases are listed: the columns and the rows. `search` is the list, as a case's address carries it. */
export function useCaseRows(run: Run, search: string) {
  const t = useT("runs");
  const user = useUser();
  const isOpen = run.test.state !== "ended";
  const mayCancel = isOpen && (run.test.user_id === user.user_id || user.user_role.udt_admin);
  const columns: readonly TableColumn[] = [
    { key: "name", label: t("cases.column.name"), width: "30%" },
    { key: "result", label: t("cases.column.result"), width: 252 },
    { key: "device", label: t("cases.column.device"), width: "11%" },
    { key: "cost", label: t("cases.column.cost"), width: 92 },
    { key: "error", label: t("cases.column.error") },
    ...(mayCancel ? [{ key: "action", label: t("cases.column.action"), width: 92, isHidden: true }] : []),
  ];
  const renderRow = (one: CaseRun) => (
    <Row key={one.case_run_id} run={run} one={one} search={search} mayCancel={mayCancel} />
  );
  return { columns, renderRow, tableClass: "runs-cases" };
}

function Row({ run, one, search, mayCancel }: { run: Run; one: CaseRun; search: string; mayCancel: boolean }) {
  const t = useT("runs");
  const format = useFormat();
  const place = usePlace();
  const cancel = useCancelPart(place.project, run.test.test_id).case;
  const why = [one.reason === null ? "" : saidLine(one.reason), one.error].filter(Boolean).join(": ");
  const canEnd = mayCancel && (one.state === "executing" || one.state === "undistributed");
  return (
    <tr data-state={one.state}>
      <td data-literal>
        <Link className="udt-link runs-case" to={place.case(one.case_run_id) + search} title={one.name}>
          {one.name}
        </Link>
        {one.file !== "" && (
          <small className="runs-line" title={one.file}>
            {one.file}
          </small>
        )}
      </td>
      <td>
        <CasePill one={one} /> <CaseNotes one={one} />
      </td>
      <td title={one.device_model}>{one.device_model || "–"}</td>
      <td>
        {one.cost !== null ? (
          format.duration(one.cost)
        ) : one.state === "executing" && one.started_at !== null ? (
          <SoFar since={one.started_at} />
        ) : (
          "–"
        )}
      </td>
      <td className="udt-secondary" title={why}>
        {one.reason === null ? (
          <span className="udt-mono" data-literal>
            {one.error}
          </span>
        ) : (
          why
        )}
      </td>
      {mayCancel && (
        <td>
          {canEnd && (
            <Button
              size="small"
              loading={cancel.isPending}
              aria-label={t("cases.cancel_label", { name: one.name })}
              onClick={() => cancel.mutate(one.case_run_id)}
            >
              {t("cases.cancel")}
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}

function SoFar({ since }: { since: number }) {
  const format = useFormat();
  return format.duration(useNow() - since);
}
