import { useParams } from "react-router";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { paths } from "../../lib/navigation/paths.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { TagEditor } from "./tag-editor.tsx";
import { useTag } from "./use-tags.ts";

/** Changes a tag. */
export default function EditTagPage() {
  const t = useT("tags");
  const project = useProjectId();
  const { tagId = "" } = useParams();
  const tag = useTag(project, tagId);
  // Also when it has been deleted meanwhile: what was typed is not to be lost.
  if (tag.data) return <TagEditor key={tagId} project={project} tag={tag.data} />;
  if (tag.isPending) return <SkeletonRows isPage />;
  return (
    <ErrorState
      isPage
      title={t("error_tag")}
      error={tag.error}
      onRetry={() => void tag.refetch()}
      action={<LinkButton to={paths.tags(project)}>{t("all")}</LinkButton>}
    />
  );
}
