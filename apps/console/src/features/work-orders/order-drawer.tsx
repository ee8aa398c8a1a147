import { LIMITS, type WorkOrderEntry, type WorkOrderState } from "@udt/contract";
import type { WholeWorkOrder } from "@udt/contract/endpoints/work-orders";
import { Button, Input } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { ReadDrawer } from "../../lib/components/read-drawer.tsx";
import { errorText } from "../../lib/errors/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { Said } from "../../lib/words/index.ts";
import { OrderFault, OrderPill, useWorkOrder } from "../../lib/work-orders/index.ts";
import { OrderTest } from "./order-test.tsx";

/** One work order in full, and what is done about it. */
export function OrderDrawer(props: { project: string; opened: string | null; onClose: () => void }) {
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

function Order({ project, order }: { project: string; order: WholeWorkOrder }) {
  const t = useT("work-orders");
  const format = useFormat();
  const { device, error, test, closed_at } = order;
  return (
    <>
      <p className="orders-head">
        <OrderPill order={order} />
        <b>
          <OrderFault order={order} />
        </b>
      </p>
      {error && <Said said={error} />}
      <dl className="udt-facts">
        <dt>{t("column.device")}</dt>
        <dd>
          <Link to={paths.device(project, device.device_id)}>{device.model || device.serial}</Link>
        </dd>
        <dt>{t("column.reporter")}</dt>
        <dd>{order.reporter_name === null ? t("self_check") : <span data-literal>{order.reporter_name}</span>}</dd>
        <dt>{t("column.reported")}</dt>
        <dd className="udt-num">{format.exact(order.reported_at)}</dd>
        {order.assignee_name !== null && (
          <>
            <dt>{t("drawer.assignee")}</dt>
            <dd data-literal>{order.assignee_name}</dd>
          </>
        )}
        {test !== null && (
          <>
            <dt>{t("found_in.label")}</dt>
            <dd>
              <OrderTest project={project} test={test} />
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
      <h2 className="orders-title">{t("drawer.history")}</h2>
      {order.entries.length === 0 && <p className="udt-secondary">{t("drawer.nothing")}</p>}
      <ol className="orders-entries">
        {order.entries.map((entry) => (
          <Entry key={entry.entry_id} entry={entry} step={order.step} />
        ))}
      </ol>
      <Acts project={project} order={order} />
    </>
  );
}

function Entry({ entry, step }: { entry: WorkOrderEntry; step: WholeWorkOrder["step"] }) {
  const t = useT("work-orders");
  const format = useFormat();
  const now = useNow();
  const { user_name, state, text, created_at } = entry;
  return (
    <li>
      {user_name === null ? (
        <span>{t(step === "battery_temperature" ? "drawer.cooled" : "drawer.self_checked")}</span>
      ) : (
        <span>
          <b data-literal>{user_name}</b> {state !== null && t(`drawer.moved.${state}`)}
        </span>
      )}
      <small className="udt-secondary udt-num" title={format.exact(created_at)}>
        {format.moment(created_at, now)}
      </small>
      {text !== "" && <p data-literal>{text}</p>}
    </li>
  );
}

/** Where an order can be brought from where it is. */
const NEXT: Record<WorkOrderState, readonly WorkOrderState[]> = {
  unprocessed: ["processing", "processed"],
  processing: ["unprocessed", "processed"],
  processed: [],
};

/** One word for whatever is done with it: a comment, or why it was moved. */
function Acts({ project, order }: { project: string; order: WholeWorkOrder }) {
  const t = useT("work-orders");
  const mayMove = useMay(project, "project.owner");
  const { move, comment } = useWorkOrder(project, order.number);
  const [text, setText] = useState("");
  const refusal = move.error ?? comment.error;
  const next = mayMove ? NEXT[order.state] : [];
  const begin = () => {
    move.reset();
    comment.reset();
  };
  const onSuccess = () => setText("");
  return (
    <form
      className="orders-acts"
      onSubmit={(event) => {
        event.preventDefault();
        begin();
        comment.mutate(text, { onSuccess });
      }}
    >
      <Input.TextArea
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={LIMITS.work_order_text_max}
        aria-label={t("drawer.comment_label")}
        placeholder={t("drawer.comment_label")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {refusal && (
        <p className="orders-refused" role="alert">
          {errorText(refusal)}
        </p>
      )}
      <div>
        <Button htmlType="submit" disabled={text.trim() === ""} loading={comment.isPending}>
          {t("drawer.comment_send")}
        </Button>
        {next.map((state) => (
          <Button
            key={state}
            type={state === "processed" ? "primary" : "default"}
            loading={move.isPending && move.variables.state === state}
            onClick={() => {
              begin();
              move.mutate({ state, text: text.trim() }, { onSuccess });
            }}
          >
            {t(`drawer.to.${state}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}
