import { RightOutlined } from "@ant-design/icons";
import type { CaseRun, Run } from "@udt/contract";
import { useState } from "react";
import { ErrorState, SkeletonBar } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { whyOf } from "./case-why.ts";
import { FailureText } from "./failure-text.tsx";
import { FailurePicture } from "./failure-picture.tsx";
import { usePlace } from "./use-place.ts";
import { useCase } from "./use-runs.ts";

/** The cases of a list whose reasons are told in full. */
export function useOpenReasons() {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  return {
    isOpen: ({ case_run_id }: Pick<CaseRun, "case_run_id">) => open.has(case_run_id),
    toggle: ({ case_run_id }: Pick<CaseRun, "case_run_id">) =>
      setOpen((before) => {
        const now = new Set(before);
        if (!now.delete(case_run_id)) now.add(case_run_id);
        return now;
      }),
  };
}

/** Why a case came out so, in a line; of a failure more is told below it. `on` says where, when the row is of several devices. */
export function Reason(props: { one: CaseRun; reasons: ReturnType<typeof useOpenReasons>; on?: string | undefined }) {
  const t = useT("runs");
  const { one, reasons, on } = props;
  const why = whyOf(one);
  const line = one.reason === null ? <span className="udt-mono">{one.error}</span> : why;
  const where = on !== undefined && why !== "" && <span className="udt-secondary">{on}: </span>;
  if (one.state !== "failed")
    return (
      <td className="udt-secondary" title={why} data-literal>
        {where}
        {line}
      </td>
    );
  return (
    <td title={why}>
      <button
        type="button"
        className="udt-link runs-reason"
        aria-expanded={reasons.isOpen(one)}
        onClick={() => reasons.toggle(one)}
      >
        <RightOutlined aria-hidden />
        <span className="udt-hidden">{t("cases.why", { name: one.name })}</span>
        <span className="udt-lines" data-literal>
          {where}
          {why === "" ? t("case.what") : line}
        </span>
      </button>
    </td>
  );
}

/** The same in full, below its row: what the framework said, where, and how the screen looked. */
export function ReasonRow(props: { run: Run; one: CaseRun; columns: number; search: string }) {
  const { run, one } = props;
  return (
    <tr className="runs-cases-reason">
      <td colSpan={props.columns}>
        <div>
          <Words run={run} one={one} />
          <FailurePicture run={run} one={one} search={props.search} />
        </div>
      </td>
    </tr>
  );
}

function Words({ run, one: { case_run_id } }: { run: Run; one: CaseRun }) {
  const t = useT("runs");
  const { against } = usePlace();
  const one = useCase(run.test.project_id, run.test.test_id, String(case_run_id), against);
  if (one.isPending) return <SkeletonBar width="60%" />;
  if (!one.data) return <ErrorState title={t("case.error")} error={one.error} onRetry={() => void one.refetch()} />;
  return (
    <div className="runs-failure">
      <FailureText one={one.data} />
    </div>
  );
}
