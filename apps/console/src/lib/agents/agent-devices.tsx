import { Link } from "react-router";
import { ErrorState, SkeletonRows } from "../components/index.ts";
import { ModelName } from "../model-picture/index.ts";
import { useT } from "../i18n/index.ts";
import { Pager, useLocalView } from "../list/index.ts";
import { paths } from "../navigation/paths.ts";
import { useAgentDevices, type AgentScope } from "./use-agents.ts";

/** The devices of an agent; each leads to its own page. */
export function AgentDevices({ scope, agent_id }: { scope: AgentScope; agent_id: string }) {
  const t = useT("agents");
  const common = useT("common");
  const { page, set } = useLocalView();
  const devices = useAgentDevices(scope, agent_id, page);
  return (
    <>
      <h2 className="agents-drawer-title">{t("devices.title")}</h2>
      {devices.isPending && <SkeletonRows rows={2} />}
      {devices.isError && !devices.data && (
        <ErrorState title={t("devices.error")} error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      {devices.data?.total === 0 && <p className="udt-secondary">{t("devices.none")}</p>}
      <ul className="agents-devices">
        {devices.data?.list.map(({ device_id, brand, os, os_version, state, ...device }) => (
          <li key={device_id}>
            <Link
              className="udt-link"
              to={scope === null ? paths.adminDevice(device_id) : paths.device(scope, device_id)}
            >
              <ModelName project={scope} device={device} />
            </Link>
            <small className="udt-ellipsis">
              {[brand, `${common(`os.${os}`)} ${os_version}`, device.serial].filter(Boolean).join(" · ")}
            </small>
            <span>{common(`device_state.${state}`)}</span>
          </li>
        ))}
      </ul>
      {devices.data && devices.data.total > 0 && <Pager {...page} total={devices.data.total} onChange={set} />}
    </>
  );
}
