import { useLocation } from "react-router";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useSelfCheck } from "../../lib/self-checks/index.ts";
import { Check } from "./self-check.tsx";

interface LinkedCheckProps {
  /** Null: an administrator of the server looks. */
  project: string | null;
  device_id: string;
}

/** The check that the address names, as links of work orders and of what ran do; it may be older than those that are listed. */
export function LinkedCheck({ project, device_id }: LinkedCheckProps) {
  const selfcheck_id = new URLSearchParams(useLocation().hash.slice(1)).get("check");
  return selfcheck_id === null ? null : <Found project={project} device_id={device_id} selfcheck_id={selfcheck_id} />;
}

function Found({ project, ...params }: LinkedCheckProps & { selfcheck_id: string }) {
  const t = useT("devices");
  const check = useSelfCheck(project, params);
  return (
    <section className="devices-check" aria-label={t("check.linked")}>
      <h2 className="devices-drawer-title">{t("check.linked")}</h2>
      {check.isPending && <SkeletonRows rows={2} />}
      {check.isError && !check.data && (
        <ErrorState title={t("check.error")} error={check.error} onRetry={() => void check.refetch()} />
      )}
      {check.data && <Check project={project} check={check.data} />}
    </section>
  );
}
