export { OrderFault, OrderPill, OrderReporter } from "./order-words.tsx";
export { ReportFault } from "./report-fault.tsx";
export {
  orderFileUrl,
  useAdminOrders,
  useAllOrders,
  useOrderInProject,
  useWorkOrder,
  useWorkOrders,
} from "./use-work-orders.ts";
