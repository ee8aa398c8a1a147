import { useQuery } from "@tanstack/react-query";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { selfCheckEndpoints } from "@udt/contract/endpoints/self-checks";
import { useSearchParams } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { deviceName } from "../../lib/device-name/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { TagEditor } from "./tag-editor.tsx";
import { ownTagName } from "./tag-words.ts";

/** A new tag, or the one by which a device that the address names has a strategy of its own. */
export default function CreateTagPage() {
  const project = useProjectId();
  const device_id = useSearchParams()[0].get("device_id");
  if (device_id !== null) return <OwnTag key={device_id} project={project} device_id={device_id} />;
  return <TagEditor project={project} tag={undefined} />;
}

/** It begins as what decides now. */
function OwnTag({ project, device_id }: { project: string; device_id: string }) {
  const t = useT("tags");
  const call = { params: { device_id }, query: { project } };
  const device = useQuery(queryOf(deviceEndpoints.deviceGet, call));
  const strategies = useQuery(queryOf(selfCheckEndpoints.deviceStrategies, call));
  if (device.data && strategies.data) {
    const own = {
      device_id,
      device_name: deviceName(device.data),
      tag_name: ownTagName(device.data),
      inspection: strategies.data.config,
    };
    return <TagEditor project={project} tag={undefined} own={own} />;
  }
  const failed = [device, strategies].find(({ isError }) => isError);
  if (!failed) return <SkeletonRows isPage />;
  return (
    <ErrorState
      isPage
      title={t("own.error")}
      error={failed.error}
      onRetry={() => void failed.refetch()}
      action={<LinkButton to={paths.tags(project)}>{t("all")}</LinkButton>}
    />
  );
}
