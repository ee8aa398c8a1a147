import { Link } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { MENU_ICONS, useMenu } from "../use-menu.tsx";

/** The project's places for a screen that has no side menu (document 1 §6). */
export function Places({ projectId }: { projectId: string }) {
  const t = useT("app");
  return (
    <nav className="udt-places" aria-label={t("menu.label")}>
      {useMenu(projectId).map(({ route, menu }) => (
        <Link key={route.path} to={route.path.replace(":projectId", projectId)}>
          {MENU_ICONS[menu.icon]}
          {t(route.title)}
        </Link>
      ))}
    </nav>
  );
}
