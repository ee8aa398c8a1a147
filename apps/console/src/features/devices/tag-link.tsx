import { Link } from "react-router";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";

/** It leads to the tag's editor, or, for who may not change tags, to their list. */
export function TagLink({ project, tag_id, name }: { project: string; tag_id: string; name: string }) {
  const mayChange = useMay(project, "tag.delete");
  return (
    <Link className="udt-link" to={mayChange ? paths.tagEdit(project, tag_id) : paths.tags(project)} data-literal>
      {name}
    </Link>
  );
}
