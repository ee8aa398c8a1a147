import type { Channel, Delivery } from "@udt/contract";
import { Button } from "antd";
import { Link } from "react-router";
import { CloseIcon } from "../../../lib/components/icons.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { DeliveryStatePill, Reason } from "../delivery-state.tsx";

/** How a test message went: the question that the button was pressed for. */
export function TestOutcome(props: { channel: Channel; delivery: Delivery; onClose: () => void }) {
  const t = useT("notifications");
  const common = useT("common");
  const { channel, delivery } = props;
  const word = delivery.state === "delivered" || delivery.state === "failed" ? delivery.state : "queued";
  return (
    <div className="notifications-outcome" role="status">
      <DeliveryStatePill {...delivery} />
      <div>
        <b>{t(`outcome.${word}`, { name: channel.name })}</b> <Reason delivery={delivery} />
      </div>
      <Link to={`?tab=deliveries&channel_id=${channel.id}`}>{t("outcome.log")}</Link>
      <Button type="text" icon={<CloseIcon size={12} />} aria-label={common("close")} onClick={props.onClose} />
    </div>
  );
}
