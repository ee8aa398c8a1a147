export { OrderFault, OrderPill } from "./order-words.tsx";
export { ReportFault } from "./report-fault.tsx";
export { useWorkOrder, useWorkOrders } from "./use-work-orders.ts";
