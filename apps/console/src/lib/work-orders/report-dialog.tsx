import type { WorkOrder } from "@udt/contract";
import { Button } from "antd";
import { useId, useState } from "react";
import { Link } from "react-router";
import { ErrorState, SkeletonRows } from "../components/index.ts";
import { Dialog } from "../form/dialog.tsx";
import { useFormat, useNow } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import { paths } from "../navigation/paths.ts";
import { FaultForm } from "./fault-form.tsx";
import { OrderFault, OrderPill } from "./order-words.tsx";
import "./report-dialog.css";
import { useReported } from "./use-work-orders.ts";

export interface ReportDialogProps {
  project: string;
  device_id: string;
  /** The session or run in which it was found. */
  test_id: string;
  /** What the device is called. */
  name: string;
  onClose: () => void;
}

/** Says that a device is broken, and leads to the work order; where that has been said already, to that one. */
export function ReportDialog(props: ReportDialogProps) {
  const t = useT("work-orders");
  const { project, device_id, name, onClose } = props;
  const reported = useReported(project, device_id);
  return (
    <Dialog title={t("report.title", { device: name })} footer={null} onCancel={onClose}>
      {reported.data !== undefined ? (
        <Report {...props} before={reported.data} />
      ) : reported.error ? (
        <ErrorState title={t("error")} error={reported.error} onRetry={() => void reported.refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Dialog>
  );
}

/** Who writes is not interrupted by somebody else's report: what was there at first counts, and a refusal tells the rest. */
function Report({ before, ...props }: ReportDialogProps & { before: WorkOrder | null }) {
  const t = useT("work-orders");
  const { project, device_id, test_id, onClose } = props;
  const [found] = useState(before);
  const [made, setMade] = useState<WorkOrder>();
  if (made) return <Order {...props} order={made} lead={t("report.done")} />;
  if (found) return <Order {...props} order={found} lead={t("report.already")} />;
  return <FaultForm project={project} of={{ device_id, test_id }} onReported={setMade} onCancel={onClose} />;
}

function Order({ project, device_id, order, lead, onClose }: ReportDialogProps & { order: WorkOrder; lead: string }) {
  const t = useT("work-orders");
  const common = useT("common");
  const format = useFormat();
  const now = useNow();
  const told = useId();
  return (
    <div className="reported-order">
      <p id={told}>{lead}</p>
      <p className="reported-order-head">
        <Link className="udt-link" to={paths.workOrder(project, device_id, order.number)}>
          {t("drawer.title", { number: order.number })}
        </Link>
        <OrderPill order={order} />
        <small className="udt-secondary udt-num" title={format.exact(order.reported_at)}>
          {format.moment(order.reported_at, now)}
        </small>
      </p>
      <blockquote>
        <OrderFault order={order} />
      </blockquote>
      <Button autoFocus aria-describedby={told} onClick={onClose}>
        {common("close")}
      </Button>
    </div>
  );
}
