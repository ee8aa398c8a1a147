import type { WorkOrder } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import { evidenceUrl, useSelfCheck } from "../../lib/self-checks/index.ts";

/** The picture that the failed step of the self-check took; nothing where it took none. */
export function OrderEvidence({ project, order }: { project: string; order: WorkOrder }) {
  const { selfcheck_id, device } = order;
  if (selfcheck_id === null) return null;
  return <Found project={project} order={order} device_id={device.device_id} selfcheck_id={selfcheck_id} />;
}

function Found(props: { project: string; order: WorkOrder; device_id: string; selfcheck_id: string }) {
  const t = useT("work-orders");
  const { project, order, ...of } = props;
  const check = useSelfCheck(project, of);
  const evidence = check.data?.results.find(({ step }) => step === order.step)?.evidence_name;
  if (!evidence?.endsWith(".png")) return null;
  const href = evidenceUrl(project, { ...of, evidence });
  return (
    <a className="orders-evidence" href={href} target="_blank" rel="noreferrer">
      <img src={href} alt={t("evidence")} loading="lazy" />
    </a>
  );
}
