import { useProjectId } from "../../lib/project.ts";
import { JobEditor } from "./editor/job-editor.tsx";
import "./jobs.css";

export default function CreateJobPage() {
  return <JobEditor project={useProjectId()} job={undefined} />;
}
