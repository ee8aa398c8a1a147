import {
  ApiOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BellOutlined,
  BookOutlined,
  CodeOutlined,
  DiffOutlined,
  HistoryOutlined,
  MobileOutlined,
  PartitionOutlined,
  PieChartOutlined,
  SafetyCertificateOutlined,
  SafetyOutlined,
  SettingOutlined,
  TeamOutlined,
  ThunderboltOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";
import { config } from "../lib/config/index.ts";
import { usePrivileges } from "../lib/privileges/index.ts";
import { useIsGuest, useProject, useUser } from "../lib/session/index.ts";
import { menuOf } from "./menu.ts";
import type { MenuIcon } from "./menu-icon.ts";
import { SCREENS } from "./routes.ts";
import type { MenuPlace, ScreenRoute } from "./screen-route.ts";

export const MENU_ICONS: Record<MenuIcon, ReactNode> = {
  devices: <MobileOutlined />,
  records: <HistoryOutlined />,
  jobs: <ThunderboltOutlined />,
  reports: <BarChartOutlined />,
  cases: <BookOutlined />,
  scripts: <CodeOutlined />,
  memory: <PieChartOutlined />,
  compare: <DiffOutlined />,
  partitions: <PartitionOutlined />,
  agents: <ApiOutlined />,
  apps: <AppstoreOutlined />,
  certificates: <SafetyCertificateOutlined />,
  members: <TeamOutlined />,
  privileges: <SafetyOutlined />,
  notifications: <BellOutlined />,
  settings: <SettingOutlined />,
};

/** The places of a project that whoever is signed in may go to. */
export function useMenu(projectId: string): readonly { route: ScreenRoute; menu: MenuPlace }[] {
  const privileges = usePrivileges(projectId);
  const guest = useIsGuest(projectId);
  const { auth_type } = useUser();
  const usage = useProject(projectId)?.target_usage ?? "normal";
  const routes = menuOf(SCREENS, { config: config(), usage, auth_type, guest, ...privileges });
  return routes.flatMap((route) => (route.menu ? [{ route, menu: route.menu }] : []));
}
