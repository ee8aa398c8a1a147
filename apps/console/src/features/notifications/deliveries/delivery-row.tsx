import type { Delivery } from "@udt/contract";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { inRow, useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { TableColumn } from "../../../lib/list/index.ts";
import { DeliveryStatePill, Reason } from "../delivery-state.tsx";
import { useRetryDelivery, type Owner } from "../use-notifications.ts";

/** How messages are listed: the columns and the rows. */
export function useDeliveryRows(owner: Owner, mayEdit: boolean) {
  const t = useT("notifications");
  const retry = useRetryDelivery(owner);
  const columns: readonly TableColumn[] = [
    { key: "time", label: t("deliveries.column.time"), width: 130 },
    { key: "message", label: t("deliveries.column.message") },
    { key: "channel", label: t("deliveries.column.channel"), width: "16%" },
    { key: "state", label: t("deliveries.column.state"), width: 150 },
    { key: "reason", label: t("deliveries.column.reason"), width: "28%" },
    ...(mayEdit ? [{ key: "action", label: t("deliveries.column.action"), width: 128, isHidden: true }] : []),
  ];
  const renderRow = (delivery: Delivery) => (
    <Row key={delivery.delivery_id} delivery={delivery}>
      {mayEdit && (
        <td>
          {delivery.state === "failed" && delivery.reason !== "channel_deleted" && (
            <Button
              loading={retry.isPending && retry.variables === delivery.delivery_id}
              disabled={retry.isPending}
              aria-label={t("deliveries.retry_name", { title: delivery.title })}
              onClick={() => retry.mutate(delivery.delivery_id)}
            >
              {t("deliveries.retry")}
            </Button>
          )}
        </td>
      )}
    </Row>
  );
  return { columns, renderRow, tableClass: "notifications-log" };
}

function Row({ delivery, children }: { delivery: Delivery; children: ReactNode }) {
  const t = useT("notifications");
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const { state, attempts, attempts_max, next_attempt_at, user_name } = delivery;
  const about = user_name === "" ? "" : ` · ${t("deliveries.by", { name: user_name })}`;
  const attempt = attempts > 1 || state === "queued" ? t("deliveries.attempt", { attempts, attempts_max }) : "";
  const next =
    state === "queued" && next_attempt_at !== null ? t("deliveries.next", { time: format.clock(next_attempt_at) }) : "";
  return (
    <tr>
      <td title={format.exact(delivery.created_at)}>{format.dateTime(delivery.created_at, now)}</td>
      <td>
        <div className="notifications-two">
          <span className="udt-ellipsis" title={delivery.title}>
            {delivery.title}
          </span>
          <small>
            {t(`event.${delivery.event}`)}
            {about}
          </small>
        </div>
      </td>
      <td title={delivery.channel_name}>
        <div className="notifications-two">
          <span className="udt-ellipsis">{delivery.channel_name}</span>
          <small>{t(`kind.${delivery.transport}`)}</small>
        </div>
      </td>
      <td>
        <div className="notifications-two">
          <span>
            <DeliveryStatePill {...delivery} />
          </span>
          {attempt !== "" && state !== "delivered" && (
            <small className="udt-num">
              {inRow([attempts === 0 ? "" : attempt, next].filter((each) => each !== ""))}
            </small>
          )}
        </div>
      </td>
      <td className="notifications-reason udt-secondary">
        <Reason delivery={delivery} />
      </td>
      {children}
    </tr>
  );
}
