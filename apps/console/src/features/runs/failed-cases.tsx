import type { Run } from "@udt/contract";
import { Button } from "antd";
import { Link } from "react-router";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { whyOf } from "./case-why.ts";
import "./failure.css";
import { searchOf } from "./list-filters.ts";
import { usePlace } from "./use-place.ts";
import { useCases } from "./use-runs.ts";
import { CaseNotes } from "./words.tsx";

/** So many are shown before all that is of the run as a whole. */
const SHOWN = 3;

interface FailedCasesProps {
  run: Run;
  onAll: () => void;
}

/** What failed, where the list of all cases is far below: the first few with where and why, and the way to the others. */
export const FailedCases = (props: FailedCasesProps) => (props.run.totals.failed === 0 ? null : <Failed {...props} />);

function Failed({ run, onAll }: FailedCasesProps) {
  const t = useT("runs");
  const format = useFormat();
  const place = usePlace();
  const { test } = run;
  const filters = { state: "failed", against: place.against } as const;
  const { data } = useCases(test.project_id, test.test_id, { ...filters, page_size: SHOWN });
  if (!data) return null;
  return (
    <section className="udt-card runs-pad">
      <h2 className="runs-subtitle">{t("failures.title")}</h2>
      <ul className="runs-failures">
        {data.list.map((one) => (
          <li key={one.case_run_id}>
            <Link className="udt-link" to={place.case(one.case_run_id, searchOf(filters))} data-literal>
              {one.name}
            </Link>
            <CaseNotes one={one} />
            <small className="udt-secondary udt-num">
              {[one.device_model, one.cost !== null && format.duration(one.cost)].filter(Boolean).join(" · ")}
            </small>
            <p className="udt-lines" data-literal>
              {whyOf(one)}
            </p>
          </li>
        ))}
      </ul>
      {data.total > SHOWN && <Button onClick={onAll}>{t("failures.all", { total: format.number(data.total) })}</Button>}
    </section>
  );
}
