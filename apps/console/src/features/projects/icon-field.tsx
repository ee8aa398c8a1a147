import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LIMITS, type ProjectDetail } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { Button } from "antd";
import { useRef, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { useStale } from "../../lib/api/queries.ts";
import { Avatar } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
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
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const { project_id } = project;
  const put = useMutation({
    mutationFn: (body: Blob) =>
      api.call(projectEndpoints.projectIconPut, { params: { project_id }, query: { project: project_id }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(projectQuery(project_id).queryKey, saved);
      return stale(["projectList"]);
    },
    onError: (error) => setRefused(errorText(error)),
  });
  const limit = format.bytes(LIMITS.image_size_max_bytes);
  const choose = (file: File | undefined) => {
    if (!file) return;
    setRefused(undefined);
    if (!TYPES.includes(file.type)) setRefused(t("icon.wrong_type"));
    else if (file.size > LIMITS.image_size_max_bytes) setRefused(t("icon.too_large", { limit }));
    else put.mutate(file);
  };
  return (
    <div className="projects-icon">
      <Avatar name={project.name} image={project.icon} size={40} square />
      <div>
        <Button disabled={disabled} loading={put.isPending} onClick={() => input.current?.click()}>
          {t("icon.change")}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t("icon.change")}
          accept={TYPES.join(",")}
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // The same file chosen again is a choice too.
            event.target.value = "";
          }}
        />
        <span className="udt-field-note" data-error={refused !== undefined || undefined} role="status">
          {refused ?? t("icon.hint", { limit })}
        </span>
      </div>
    </div>
  );
}
