import { LinkOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { platformEndpoints } from "@udt/contract/endpoints/platform";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { api } from "../../lib/api/api.ts";
import { EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { syncTarget } from "./sync-target.ts";

/** A parent platform's address: asks which project it means here, and goes to the rest of the path in it. */
export default function SyncPage() {
  const t = useT("platform-sync");
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const params = useParams();
  const sync_project_id = params["first"] ?? "";
  const wanted = syncTarget(params) + search + hash;
  const { mutate, error, reset } = useMutation({
    mutationFn: () => api.call(platformEndpoints.projectSync, { body: { sync_project_id } }),
    onSuccess: ({ project_id }) => navigate(`/${project_id}${wanted}`, { replace: true }),
  });
  // Asked once an address: making a project is nothing to repeat.
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (asked.current === sync_project_id) return;
    asked.current = sync_project_id;
    mutate();
  }, [sync_project_id, mutate]);
  if (error instanceof ApiError && error.code === "platform_sync_off") {
    return (
      <EmptyState
        isPage
        icon={<LinkOutlined />}
        title={t("off.title")}
        action={<LinkButton to={paths.projects()}>{t("off.action")}</LinkButton>}
      >
        {t("off.text")}
      </EmptyState>
    );
  }
  if (error) {
    const again = () => {
      reset();
      mutate();
    };
    return <ErrorState isPage title={t("error", { id: sync_project_id })} error={error} onRetry={again} />;
  }
  return (
    <>
      <p className="udt-secondary" role="status">
        {t("opening", { id: sync_project_id })}
      </p>
      <SkeletonRows isPage rows={4} />
    </>
  );
}
