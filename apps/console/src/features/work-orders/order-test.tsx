import type { WorkOrder } from "@udt/contract";
import { Link } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { KIND_VIEWS } from "../../lib/tests/index.ts";

/** Leads to the session or run in which a person found the fault; through no project it is only told which of both it was. */
export function OrderTest({ project, test }: { project: string | null; test: NonNullable<WorkOrder["test"]> }) {
  const t = useT("work-orders");
  const { page, isRun } = KIND_VIEWS[test.kind];
  const word = t(isRun ? "found_in.report" : "found_in.session");
  if (project === null) return word;
  return <Link to={page({ project_id: project, test_id: test.test_id, run: null })}>{word}</Link>;
}
