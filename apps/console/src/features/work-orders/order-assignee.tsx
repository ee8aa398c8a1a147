import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { WholeWorkOrder } from "@udt/contract/endpoints/work-orders";
import { workOrderEndpoints } from "@udt/contract/endpoints/work-orders";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useOrderInProject } from "../../lib/work-orders/index.ts";

/** So many are offered at once; typing finds the others. */
const OFFERED = 50;

/**
 * Who sees to an order. While it is open, who processes a project's orders gives it to whomever they choose of those who do, or
 * to nobody; through no project it is told.
 */
export function OrderAssignee({ project, order }: { project: string | null; order: WholeWorkOrder }) {
  if (project === null) return <Assignee order={order} />;
  return <AssigneeInProject project={project} order={order} />;
}

function AssigneeInProject({ project, order }: { project: string; order: WholeWorkOrder }) {
  const may = useMay(project, "project.owner");
  if (may && order.state !== "processed") return <Choice project={project} order={order} />;
  return <Assignee order={order} />;
}

function Assignee({ order: { assignee_name } }: { order: WholeWorkOrder }) {
  const t = useT("work-orders");
  return assignee_name === null ? t("drawer.nobody") : <span data-literal>{assignee_name}</span>;
}

function Choice({ project, order }: { project: string; order: WholeWorkOrder }) {
  const t = useT("work-orders");
  const { number, assignee_id, assignee_name } = order;
  const { assign } = useOrderInProject(project, number);
  const [text, setText] = useState("");
  const query = { project, keyword: useDeferredValue(text.trim()), page_size: OFFERED };
  const offered = useQuery({
    ...queryOf(workOrderEndpoints.workOrderAssignees, { params: { number }, query }),
    placeholderData: keepPreviousData,
  });
  const options = new Map(
    (offered.data?.list ?? []).map(({ user_id, user_name }) => [user_id, { value: user_id, label: user_name }]),
  );
  // The present one has its name also where the search does not find it, or it processes orders of another project.
  if (assignee_id !== null) options.set(assignee_id, { value: assignee_id, label: assignee_name ?? "" });
  return (
    <>
      <Select
        className="orders-assignee"
        size="small"
        aria-label={t("drawer.assignee")}
        placeholder={t("drawer.nobody")}
        allowClear
        showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
        onOpenChange={(isOpen) => !isOpen && setText("")}
        loading={offered.isFetching || assign.isPending}
        disabled={assign.isPending}
        options={[...options.values()]}
        value={assignee_id}
        onChange={(user_id: string | undefined) => assign.mutate({ user_id: user_id ?? null, instead_of: assignee_id })}
      />
      {assign.error && (
        <p className="orders-refused" role="alert">
          {errorText(assign.error)}
        </p>
      )}
    </>
  );
}
