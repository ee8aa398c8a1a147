import { isOpenCheck } from "@udt/contract";
import type { AdminDevice } from "@udt/contract/endpoints/devices";
import { Button } from "antd";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Check } from "./self-check.tsx";
import "./self-check.css";
import { useAdminSelfChecks } from "./use-self-checks.ts";
import { useWorkButtons } from "./use-work-buttons.tsx";

/** What a device was last had to do, whichever project sees it; administrators of the server ask for it and call it off. */
export function AdminSelfCheck({ device }: { device: AdminDevice }) {
  const t = useT("devices");
  const common = useT("common");
  const works = useWorkButtons(null, device, ["inspect", "restart", "clean"]);
  const { checks, cancel } = useAdminSelfChecks(device.device_id);
  const [last] = checks.data?.list ?? [];
  const isOpen = last !== undefined && isOpenCheck(last);
  return (
    <section className="devices-check" aria-label={t("check.title")}>
      <header>
        <h2 className="devices-drawer-title">{t("check.title")}</h2>
        {isOpen && (
          <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate(last.selfcheck_id)}>
            {common("cancel")}
          </Button>
        )}
      </header>
      {!isOpen && <div className="devices-use-actions">{works.buttons}</div>}
      {works.dialog}
      {cancel.error && (
        <p className="devices-refused" role="alert">
          {errorText(cancel.error)}
        </p>
      )}
      {checks.isPending && <SkeletonRows rows={2} />}
      {checks.isError && !checks.data && (
        <ErrorState title={t("check.error")} error={checks.error} onRetry={() => void checks.refetch()} />
      )}
      {checks.data && !last && <p className="udt-secondary">{t("check.none")}</p>}
      {last && <Check project={null} check={last} isDraining={device.draining !== null} />}
    </section>
  );
}
