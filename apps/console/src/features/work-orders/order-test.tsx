import type { WorkOrder } from "@udt/contract";
import { Link } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { KIND_VIEWS } from "../../lib/tests/index.ts";

/** Whether it is known in what the fault was found. */
export const hasFoundIn = ({ test, selfcheck_id }: Pick<WorkOrder, "test" | "selfcheck_id">): boolean =>
  test !== null || selfcheck_id !== null;

/** Leads to the self-check that found the fault, and to the session or run in which it was found. */
export function OrderTest({ project, order }: { project: string | null; order: WorkOrder }) {
  const { test, selfcheck_id } = order;
  // A check by itself is its test.
  const isBeside = test !== null && test.test_id !== selfcheck_id;
  return (
    <>
      {selfcheck_id !== null && <OrderCheck project={project} {...order.device} selfcheck_id={selfcheck_id} />}
      {selfcheck_id !== null && isBeside && " · "}
      {isBeside && <FoundIn project={project} test={test} />}
    </>
  );
}

function OrderCheck(props: { project: string | null; device_id: string; selfcheck_id: string }) {
  const t = useT("work-orders");
  const { project, device_id, selfcheck_id } = props;
  const to =
    project === null
      ? paths.adminDeviceCheck(device_id, selfcheck_id)
      : paths.deviceCheck(project, device_id, selfcheck_id);
  return <Link to={to}>{t("found_in.check")}</Link>;
}

/** Through no project it is only told which of both it was. */
function FoundIn({ project, test }: { project: string | null; test: NonNullable<WorkOrder["test"]> }) {
  const t = useT("work-orders");
  const { page, isRun } = KIND_VIEWS[test.kind];
  const word = t(isRun ? "found_in.report" : "found_in.session");
  if (project === null) return word;
  return <Link to={page({ project_id: project, test_id: test.test_id, run: null })}>{word}</Link>;
}
