import type { Run } from "@udt/contract";
import { Fragment } from "react";
import { Link } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { numbered } from "../../lib/runs/index.ts";
import { usePlace } from "./use-place.ts";

/** Where a page lies: links to what is above it. */
export function Crumbs({ steps }: { steps: readonly { to: string; label: string }[] }) {
  const common = useT("common");
  return (
    <nav className="runs-crumbs" aria-label={common("crumbs")}>
      {steps.map(({ to, label }, index) => (
        <Fragment key={to}>
          {index > 0 && <span aria-hidden>/</span>}
          <Link to={to}>{label}</Link>
        </Fragment>
      ))}
    </nav>
  );
}

/** Where a part of a run's report lies: the reports, and the run's own page. */
export function RunCrumbs({ run }: { run: Pick<Run, "job_name" | "run_number"> }) {
  const t = useT("runs");
  const { project, home } = usePlace();
  return (
    <Crumbs
      steps={[
        { to: paths.runs(project), label: t("head.reports") },
        { to: home, label: numbered(run) },
      ]}
    />
  );
}
