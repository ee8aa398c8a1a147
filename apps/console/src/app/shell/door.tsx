import { LockOutlined } from "@ant-design/icons";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { memberEndpoints } from "@udt/contract/endpoints/members";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { Button } from "antd";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";
import { EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { anyOf } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { Missing } from "../missing.tsx";

/** Who lets somebody into a project, or gives them more in it. */
export const useDoor = (project: string) =>
  useQuery(queryOf(projectEndpoints.projectDoor, { params: { project_id: project } }));

/** What is already read of that, for who asks nobody. */
export const useKnownDoor = (project: string | undefined) =>
  useQuery({ ...queryOf(projectEndpoints.projectDoor, { params: { project_id: project ?? "" } }), enabled: false })
    .data;

/** A project that the caller may not look into: which it is, who lets them in, and the question to them. */
export function Door({ project }: { project: string }) {
  const t = useT("app");
  const stale = useStale();
  const door = useDoor(project);
  const join = useMutation({
    mutationFn: () => api.call(memberEndpoints.joinRequest, { params: { project_id: project }, body: {} }),
    // A refusal too means that this is behind the truth: somebody let the caller in, or the project went.
    onSettled: () => stale(["projectDoor", "projectList", "privilegeEnforce"]),
  });
  const { data, error } = door;
  if (error instanceof ApiError && error.code === "project_not_exists")
    return <Missing what="project" project={project} address={project} />;
  if (error) return <ErrorState isPage title={t("door.error")} error={error} onRetry={() => void door.refetch()} />;
  if (!data) return <SkeletonRows isPage rows={3} />;
  const names = anyOf(data.owners);
  return (
    <EmptyState
      isPage
      icon={<LockOutlined />}
      title={t("door.title", { name: data.name })}
      action={
        <>
          {!data.join_requested && (
            <Button type="primary" loading={join.isPending} onClick={() => join.mutate()}>
              {t("door.ask")}
            </Button>
          )}
          <LinkButton to={paths.projects()}>{t("project.manage")}</LinkButton>
        </>
      }
    >
      {names === "" ? t("door.text_nobody") : t("door.text", { names })}
      {data.join_requested && <p role="status">{t("door.asked")}</p>}
    </EmptyState>
  );
}
