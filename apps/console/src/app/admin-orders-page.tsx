import { forAdmins } from "../features/admin/for-admins.tsx";
import AdminOrdersPage from "../features/work-orders/admin-orders-page.tsx";

/** The work orders of a device, whichever project sees it. */
export default forAdmins(AdminOrdersPage);
