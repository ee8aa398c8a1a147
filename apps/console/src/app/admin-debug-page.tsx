import { forAdmins } from "../features/admin/for-admins.tsx";
import AdminDebugPage from "../features/debug/admin-debug-page.tsx";

/** A session of any project. */
export default forAdmins(AdminDebugPage);
