import { Link } from "react-router";
import { useT } from "../i18n/index.ts";
import { paths } from "../navigation/paths.ts";

/** The jobs that use something, each a link to what it says; the first of them are named. */
export function JobLinks(props: {
  project: string;
  jobs: readonly { job_id: string; name: string }[];
  job_count: number;
  /** What is said where there is none. */
  unused: string;
}) {
  const t = useT("common");
  const { project, jobs, job_count, unused } = props;
  if (job_count === 0) return <span className="udt-secondary">{unused}</span>;
  return (
    <>
      {jobs.map(({ job_id, name }, index) => (
        <span key={job_id}>
          {index > 0 && ", "}
          <Link className="udt-link" to={paths.job(project, job_id, "settings")}>
            {name}
          </Link>
        </span>
      ))}
      {job_count > jobs.length && ` ${t("more_jobs", { count: job_count - jobs.length })}`}
    </>
  );
}
