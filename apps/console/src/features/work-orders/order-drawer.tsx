import type { WorkOrderEntry } from "@udt/contract";
import type { WholeWorkOrder } from "@udt/contract/endpoints/work-orders";
import { Link } from "react-router";
import { ReadDrawer } from "../../lib/components/read-drawer.tsx";
import { deviceName } from "../../lib/device-name/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { Said } from "../../lib/words/index.ts";
import { OrderFault, OrderPill, OrderReporter, useWorkOrder } from "../../lib/work-orders/index.ts";
import { OrderActs } from "./order-acts.tsx";
import { OrderAssignee } from "./order-assignee.tsx";
import { OrderEvidence } from "./order-evidence.tsx";
import { OrderFiles } from "./order-files.tsx";
import { hasFoundIn, OrderTest } from "./order-test.tsx";

/** One work order in full, and what is done about it. */
export function OrderDrawer(props: { project: string | null; opened: string | null; onClose: () => void }) {
  const t = useT("work-orders");
  const number = props.opened !== null && /^\d{1,15}$/.test(props.opened) ? Number(props.opened) : null;
  const { order } = useWorkOrder(props.project, number);
  return (
    <ReadDrawer
      isOpen={number !== null}
      size={480}
      read={order}
      title={t("drawer.title", { number: number ?? "" })}
      error={t("gone")}
      onClose={props.onClose}
      render={(one) => <Order key={one.number} project={props.project} order={one} />}
    />
  );
}

function Order({ project, order }: { project: string | null; order: WholeWorkOrder }) {
  const t = useT("work-orders");
  const format = useFormat();
  const { device, error, closed_at } = order;
  return (
    <>
      <p className="orders-head">
        <OrderPill order={order} />
        <b>
          <OrderFault order={order} />
        </b>
      </p>
      {error && <Said said={error} />}
      {/* Files of a check are read in a project alone. */}
      {project !== null && <OrderEvidence project={project} order={order} />}
      <dl className="udt-facts">
        <dt>{t("column.device")}</dt>
        <dd>
          <Link to={project === null ? paths.adminDevice(device.device_id) : paths.device(project, device.device_id)}>
            {deviceName(device)}
          </Link>
        </dd>
        <dt>{t("column.reporter")}</dt>
        <dd>
          <OrderReporter order={order} />
        </dd>
        <dt>{t("column.reported")}</dt>
        <dd className="udt-num">{format.exact(order.reported_at)}</dd>
        <dt>{t("drawer.assignee")}</dt>
        <dd>
          <OrderAssignee project={project} order={order} />
        </dd>
        {hasFoundIn(order) && (
          <>
            <dt>{t("found_in.label")}</dt>
            <dd>
              <OrderTest project={project} order={order} />
            </dd>
          </>
        )}
        {closed_at !== null && (
          <>
            <dt>{t("column.closed")}</dt>
            <dd className="udt-num">{format.exact(closed_at)}</dd>
          </>
        )}
      </dl>
      {order.files.length > 0 && <h2 className="orders-title">{t("files.title")}</h2>}
      <OrderFiles project={project} number={order.number} files={order.files} />
      <h2 className="orders-title">{t("drawer.history")}</h2>
      {order.entries.length === 0 && <p className="udt-secondary">{t("drawer.nothing")}</p>}
      <ol className="orders-entries">
        {order.entries.map((entry) => (
          <Entry key={entry.entry_id} project={project} order={order} entry={entry} />
        ))}
      </ol>
      <OrderActs project={project} order={order} />
    </>
  );
}

function Entry(props: { project: string | null; order: WholeWorkOrder; entry: WorkOrderEntry }) {
  const t = useT("work-orders");
  const format = useFormat();
  const now = useNow();
  const { project, order, entry } = props;
  const { user_name, state, assigned, text, created_at } = entry;
  return (
    <li>
      {user_name === null ? (
        <span>{t(order.step === "battery_temperature" ? "drawer.cooled" : "drawer.self_checked")}</span>
      ) : (
        <span>
          <b data-literal>{user_name}</b> {state !== null && t(`drawer.moved.${state}`)}
          {assigned &&
            (assigned.user_name === null ? t("drawer.unassigned") : t("drawer.assigned", { user: assigned.user_name }))}
        </span>
      )}
      <small className="udt-secondary udt-num" title={format.exact(created_at)}>
        {format.moment(created_at, now)}
      </small>
      {text !== "" && <p data-literal>{text}</p>}
      <OrderFiles project={project} number={order.number} files={entry.files} />
    </li>
  );
}
