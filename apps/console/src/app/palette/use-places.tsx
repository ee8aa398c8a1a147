import {
  BgColorsOutlined,
  ControlOutlined,
  HomeOutlined,
  LineChartOutlined,
  LogoutOutlined,
  PlusOutlined,
  ProjectOutlined,
  UserOutlined,
} from "@ant-design/icons";
import { useT } from "../../lib/i18n/index.ts";
import { ADMIN_TABS, paths } from "../../lib/navigation/paths.ts";
import { logout, useProjects, useUser } from "../../lib/session/index.ts";
import { chooseTheme } from "../../lib/theme/theme-mode.ts";
import { MENU_ICONS, useMenu } from "../use-menu.tsx";
import type { Entry } from "./entries.ts";
import { useProjectActions } from "./use-actions.tsx";

/** What is there whatever project is open. */
export function useCommonPlaces(): { pages: Entry[]; actions: Entry[]; projects: Entry[] } {
  const t = useT("app");
  const common = useT("common");
  const isAdmin = useUser().user_role.udt_admin;
  const projects = useProjects().data?.list ?? [];
  const page = (to: string, label: string, icon: Entry["icon"], note = ""): Entry => ({
    key: to,
    to,
    label,
    icon,
    note,
  });
  return {
    pages: [
      page(paths.home(), t("title.home"), <HomeOutlined />),
      page(paths.overview(), t("title.overview"), <LineChartOutlined />),
      page(paths.projects(), t("title.projects"), <ProjectOutlined />),
      page(paths.userinfo(), t("user.account"), <UserOutlined />),
      ...(isAdmin
        ? ADMIN_TABS.map((tab) =>
            page(paths.admin(tab), t(`palette.admin.${tab}`), <ControlOutlined />, t("title.admin")),
          )
        : []),
    ],
    actions: [
      page(paths.projectCreate(), t("title.project_create"), <PlusOutlined />),
      ...(["light", "dark", "system"] as const).map((theme) => ({
        key: `theme-${theme}`,
        label: common(`theme.${theme}`),
        note: common("theme.title"),
        icon: <BgColorsOutlined />,
        act: () => chooseTheme(theme),
      })),
      { key: "logout", label: t("user.logout"), note: "", icon: <LogoutOutlined />, act: () => void logout() },
    ],
    projects: projects.map(({ project_id, name }) =>
      page(paths.deviceList(project_id), name, <ProjectOutlined />, project_id),
    ),
  };
}

/** What the open project has for whoever is signed in, and what they can begin there. */
export function useProjectPlaces(project: string): { pages: Entry[]; actions: Entry[] } {
  const t = useT("app");
  const menu = useMenu(project);
  const pages = menu.map(({ route, menu: { icon } }) => {
    const to = route.path.replace(":projectId", project);
    return { key: to, to, label: t(route.title), note: "", icon: MENU_ICONS[icon] };
  });
  return { pages, actions: useProjectActions(project) };
}
