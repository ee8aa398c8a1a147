import { useParams, useSearchParams } from "react-router";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { againstIn, searchOf } from "./list-filters.ts";

/** Where a report is being read, and the addresses of its parts: below its job, or among all reports, compared with the same run. */
export function usePlace() {
  const project = useProjectId();
  const { testId = "", jobId, deviceId = "", caseId = "" } = useParams();
  const against = againstIn(useSearchParams()[0]);
  const compared = searchOf({ against });
  return {
    project,
    test_id: testId,
    device_id: deviceId,
    case_run_id: caseId,
    /** The number of the run that it is compared with; the one before it when nobody chose. */
    against,
    home: paths.run(project, testId, jobId) + compared,
    device: (device_id: string) => paths.runDevice(project, testId, device_id, jobId) + compared,
    /** @param list The list that it is opened from, as {@link searchOf} tells it. */
    case: (case_run_id: number, list = compared) => paths.runCase(project, testId, case_run_id, jobId) + list,
  };
}
