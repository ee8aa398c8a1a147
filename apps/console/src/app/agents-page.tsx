import { ApiOutlined } from "@ant-design/icons";
import { Link, Navigate } from "react-router";
import { EmptyState } from "../lib/components/page-states.tsx";
import "../lib/components/button.css";
import { useT } from "../lib/i18n/index.ts";
import { paths } from "../lib/navigation/paths.ts";
import { useProjectId } from "../lib/project.ts";
import { useUser } from "../lib/session/index.ts";

/** Agents serve whole servers: they are looked after in the administration, whose doors are for administrators. */
export default function AgentsPage() {
  const t = useT("app");
  const project = useProjectId();
  if (useUser().user_role.udt_admin) return <Navigate to={paths.admin("agents")} replace />;
  return (
    <EmptyState
      isPage
      icon={<ApiOutlined />}
      title={t("agents.title")}
      action={
        <Link className="udt-button" to={paths.deviceList(project)}>
          {t("agents.devices")}
        </Link>
      }
    >
      {t("agents.text")}
    </EmptyState>
  );
}
