import type { CaseRun, Run, Slot } from "@udt/contract";
import { Button } from "antd";
import { Link } from "react-router";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { useOpenReasons, ReasonRow, Reason } from "./case-reason.tsx";
import { CaseBar } from "./case-bar.tsx";
import { useSlotName } from "./slot-name.ts";
import { usePlace } from "./use-place.ts";
import { useCancelPart } from "./use-runs.ts";
import { CaseName } from "./case-name.tsx";
import { CasesLine } from "./cases-line.tsx";
import { CaseNotes, CasePill, ResultPill } from "./words.tsx";

/** What a list of cases is made of: cases, the device that follow belong to, and why the case above came out so. */
type Item = { kind: "case"; one: CaseRun } | { kind: "reason"; one: CaseRun } | { kind: "device"; one: CaseRun };

/** How a run's cases are listed: the columns and the rows. `search` is the list, as a case's address carries it. */
export function useCaseRows(of: { run: Run; slots: readonly Slot[]; search: string; isByDevice: boolean }) {
  const t = useT("runs");
  const user = useUser();
  const reasons = useOpenReasons();
  const { run, slots, search, isByDevice } = of;
  const isOpen = run.test.state !== "ended";
  const mayCancel = isOpen && (run.test.user_id === user.user_id || user.user_role.udt_admin);
  const columns: readonly TableColumn[] = [
    { key: "name", label: t("cases.column.name"), width: isByDevice ? "38%" : "30%" },
    { key: "result", label: t("cases.column.result"), width: 252 },
    ...(isByDevice ? [] : [{ key: "device", label: t("cases.column.device"), width: "11%" }]),
    { key: "cost", label: t("cases.column.cost"), width: 92 },
    { key: "error", label: t("cases.column.error") },
    ...(mayCancel ? [{ key: "action", label: t("cases.column.action"), width: 92, isHidden: true }] : []),
  ];
  const itemsOf = (list: readonly CaseRun[]): Item[] =>
    list.flatMap((one, index) => [
      ...(isByDevice && one.device_seq !== list[index - 1]?.device_seq ? [{ kind: "device" as const, one }] : []),
      { kind: "case" as const, one },
      ...(reasons.isOpen(one) ? [{ kind: "reason" as const, one }] : []),
    ]);
  const renderRow = ({ kind, one }: Item) => {
    const key = `${kind} ${one.case_run_id}`;
    if (kind === "reason") return <ReasonRow key={key} run={run} one={one} columns={columns.length} search={search} />;
    if (kind === "device") {
      const slot = slots.find(({ device_seq }) => device_seq === one.device_seq);
      return <DeviceRow key={key} slot={slot} columns={columns.length} />;
    }
    return <Row key={key} {...{ run, one, search, mayCancel, isByDevice, reasons }} />;
  };
  return { table: { columns, renderRow, tableClass: "runs-cases" }, itemsOf };
}

/** Heads a device's cases. */
function DeviceRow({ slot, columns }: { slot: Slot | undefined; columns: number }) {
  const t = useT("runs");
  const place = usePlace();
  const nameOf = useSlotName();
  return (
    <tr className="runs-cases-device">
      <th colSpan={columns} scope="rowgroup">
        {slot === undefined ? (
          t("cases.no_device")
        ) : (
          <div>
            <b>
              {slot.device_id === null ? (
                nameOf(slot)
              ) : (
                <Link to={place.device(slot.device_id)}>
                  {slot.device_seq + 1} · {nameOf(slot)}
                </Link>
              )}
            </b>
            <ResultPill result={slot.result} />
            <CaseBar totals={slot.totals} />
            <small className="udt-secondary udt-num">
              <CasesLine totals={slot.totals} />
            </small>
          </div>
        )}
      </th>
    </tr>
  );
}

interface RowProps {
  run: Run;
  one: CaseRun;
  search: string;
  mayCancel: boolean;
  isByDevice: boolean;
  reasons: ReturnType<typeof useOpenReasons>;
}

function Row({ run, one, search, mayCancel, isByDevice, reasons }: RowProps) {
  const t = useT("runs");
  const format = useFormat();
  const place = usePlace();
  const cancel = useCancelPart(place.project, run.test.test_id).case;
  const canEnd = mayCancel && (one.state === "executing" || one.state === "undistributed");
  return (
    <tr>
      <CaseName one={one} to={place.case(one.case_run_id, search)} />
      <td>
        <CasePill one={one} /> <CaseNotes one={one} />
      </td>
      {!isByDevice && <td title={one.device_model}>{one.device_model || "–"}</td>}
      <td>
        {one.cost !== null ? (
          format.duration(one.cost)
        ) : one.state === "executing" && one.started_at !== null ? (
          <SoFar since={one.started_at} />
        ) : (
          "–"
        )}
      </td>
      <Reason one={one} reasons={reasons} />
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

export function SoFar({ since }: { since: number }) {
  const format = useFormat();
  return format.duration(useNow() - since);
}
