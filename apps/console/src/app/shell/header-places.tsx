import { BellOutlined } from "@ant-design/icons";
import { NavLink } from "react-router";
import { config } from "../../lib/config/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useUnseenRelease } from "../../lib/releases/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { ApprovalsBadge } from "./approvals-badge.tsx";

/** The console's own places that belong to no project (document 1 §2). */
export function HeaderPlaces() {
  const t = useT("app");
  const isAdmin = useUser().user_role.udt_admin;
  return (
    <nav className="udt-header-places" aria-label={t("places.label")}>
      <NavLink className="udt-header-button" to={paths.overview()}>
        {t("places.overview")}
      </NavLink>
      {config().quality_board_url === "" && (
        <NavLink className="udt-header-button" to={paths.quality()}>
          {t("places.quality")}
        </NavLink>
      )}
      <NavLink className="udt-header-button" to={paths.projects()}>
        {t("places.projects")}
      </NavLink>
      {isAdmin && (
        <NavLink className="udt-header-button" to={paths.admin()}>
          {t("places.admin")}
          <ApprovalsBadge />
        </NavLink>
      )}
      {config().web_release && <Releases />}
    </nav>
  );
}

/** With a dot while there is a release that this browser has not seen the notes of. */
function Releases() {
  const t = useT("app");
  const common = useT("common");
  const unseen = useUnseenRelease();
  const label = unseen
    ? common("labelled", { label: t("places.releases"), value: t("places.unseen") })
    : t("places.releases");
  return (
    <NavLink className="udt-header-button udt-header-releases" to={paths.releases()} aria-label={label} title={label}>
      <BellOutlined />
      {unseen && <i />}
    </NavLink>
  );
}
