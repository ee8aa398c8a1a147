import { useParams, useSearchParams } from "react-router";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { paths } from "../../lib/navigation/paths.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { TagEditor } from "./tag-editor.tsx";
import { useTag } from "./use-tags.ts";

/** Changes a tag; the address names the device whose own strategy it is, where that led here. */
export default function EditTagPage() {
  const t = useT("tags");
  const project = useProjectId();
  const { tagId = "" } = useParams();
  const device_id = useSearchParams()[0].get("device_id");
  const tag = useTag(project, tagId);
  // Also when it has been deleted meanwhile: what was typed is not to be lost.
  if (tag.data) return <TagEditor key={tagId} project={project} tag={tag.data} device_id={device_id} />;
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
