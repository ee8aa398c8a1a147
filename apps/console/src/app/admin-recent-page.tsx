import { forAdmins } from "../features/admin/for-admins.tsx";
import AdminRecentPage from "../features/recent-tests/admin-recent-page.tsx";

/** What ran on a device in every project. */
export default forAdmins(AdminRecentPage);
