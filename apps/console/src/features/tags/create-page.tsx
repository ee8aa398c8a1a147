import { useProjectId } from "../../lib/project.ts";
import { TagEditor } from "./tag-editor.tsx";

/** A new tag. */
export default function CreateTagPage() {
  return <TagEditor project={useProjectId()} tag={undefined} />;
}
