import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LIMITS, type ProjectDetail } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { api } from "../../lib/api/api.ts";
import { useStale } from "../../lib/api/queries.ts";
import { Avatar } from "../../lib/components/index.ts";
import { PictureButton } from "../../lib/form/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { projectQuery } from "../../lib/session/index.ts";

const TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** The project's picture; a new one counts at once. */
export function IconField({ project, disabled }: { project: ProjectDetail; disabled: boolean }) {
  const t = useT("projects");
  const format = useFormat();
  const queryClient = useQueryClient();
  const stale = useStale();
  const { project_id } = project;
  const put = useMutation({
    mutationFn: (body: Blob) =>
      api.call(projectEndpoints.projectIconPut, { params: { project_id }, query: { project: project_id }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(projectQuery(project_id).queryKey, saved);
      return stale(["projectList"]);
    },
  });
  const limit = format.bytes(LIMITS.image_size_max_bytes);
  return (
    <div className="projects-icon">
      <Avatar name={project.name} image={project.icon} size={40} square />
      <PictureButton
        label={t("icon.change")}
        types={TYPES}
        disabled={disabled}
        hint={t("icon.hint", { limit })}
        wrongType={t("icon.wrong_type")}
        tooLarge={t("icon.too_large", { limit })}
        save={put}
      />
    </div>
  );
}
