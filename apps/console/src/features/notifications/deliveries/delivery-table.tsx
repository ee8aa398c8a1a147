import type { Delivery } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { DeliveryStatePill, useReasonText } from "../delivery-state.tsx";
import { useRetryDelivery, type Owner } from "../use-notifications.ts";

export function DeliveryTable(props: {
  owner: Owner;
  deliveries: readonly Delivery[];
  stale: boolean;
  mayEdit: boolean;
}) {
  const t = useT("notifications");
  const retry = useRetryDelivery(props.owner);
  return (
    <table className="udt-table notifications-log" aria-busy={props.stale}>
      <colgroup>
        <col style={{ width: 130 }} />
        <col />
        <col style={{ width: "16%" }} />
        <col style={{ width: 150 }} />
        <col style={{ width: "28%" }} />
        {props.mayEdit && <col style={{ width: 128 }} />}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t("deliveries.column.time")}</th>
          <th scope="col">{t("deliveries.column.message")}</th>
          <th scope="col">{t("deliveries.column.channel")}</th>
          <th scope="col">{t("deliveries.column.state")}</th>
          <th scope="col">{t("deliveries.column.reason")}</th>
          {props.mayEdit && (
            <th scope="col">
              <span className="udt-hidden">{t("deliveries.column.action")}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {props.deliveries.map((delivery) => (
          <Row key={delivery.delivery_id} delivery={delivery}>
            {props.mayEdit && (
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
        ))}
      </tbody>
    </table>
  );
}

function Row({ delivery, children }: { delivery: Delivery; children: React.ReactNode }) {
  const t = useT("notifications");
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const reason = useReasonText()(delivery);
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
              {[attempts === 0 ? "" : attempt, next].filter((each) => each !== "").join(", ")}
            </small>
          )}
        </div>
      </td>
      <td className="notifications-reason">
        {reason.text}
        {reason.detail !== "" && <span className="udt-mono">{reason.detail}</span>}
      </td>
      {children}
    </tr>
  );
}
