import { useParams } from "react-router";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";

/** Where a report is being read, and the addresses of its parts: below its job, or among all reports. */
export function usePlace() {
  const project = useProjectId();
  const { testId = "", jobId, deviceId = "", caseId = "" } = useParams();
  return {
    project,
    test_id: testId,
    device_id: deviceId,
    case_run_id: caseId,
    home: paths.run(project, testId, jobId),
    device: (device_id: string) => paths.runDevice(project, testId, device_id, jobId),
    case: (case_run_id: number) => paths.runCase(project, testId, case_run_id, jobId),
  };
}
