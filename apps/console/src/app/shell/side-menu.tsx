import { HomeOutlined, MenuFoldOutlined, MenuUnfoldOutlined, ProjectOutlined } from "@ant-design/icons";
import { LIMITS } from "@udt/contract";
import { Tooltip } from "antd";
import { Fragment, useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { SkeletonBar } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { usePrivileges } from "../../lib/privileges/index.ts";
import type { ScreenRoute } from "../screen-route.ts";
import { JoinBadge } from "./join-badge.tsx";
import { MENU_ICONS, useMenu } from "../use-menu.tsx";
import { local } from "../../lib/storage.ts";

const KEY = "udt_menu";
/** As many as most have. */
const WAITING_PLACES = 10;

/** Collapsed on small screens and on phones and tablets, else as the user left it. */
function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const small = `(max-width: ${LIMITS.small_screen_px - 1}px), (hover: none) and (pointer: coarse)`;
  const [collapsed, setCollapsed] = useState(
    () => window.matchMedia(small).matches || local.getItem(KEY) === "collapsed",
  );
  useEffect(() => {
    const query = window.matchMedia(small);
    const follow = () => setCollapsed(query.matches || local.getItem(KEY) === "collapsed");
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [small]);
  return [
    collapsed,
    (next) => {
      local.setItem(KEY, next ? "collapsed" : "expanded");
      setCollapsed(next);
    },
  ];
}

/** @param props.projectId Undefined for who is in no project. */
export function SideMenu(props: { projectId: string | undefined; screen: ScreenRoute | undefined }) {
  const { projectId, screen } = props;
  const t = useT("app");
  const [collapsed, setCollapsed] = useCollapsed();
  const lit = screen?.below ?? screen?.path;
  const toggleLabel = t(collapsed ? "menu.expand" : "menu.collapse");
  return (
    <nav className="udt-menu" data-collapsed={collapsed || undefined} aria-label={t("menu.label")}>
      <Item
        to={paths.home()}
        icon={<HomeOutlined />}
        label={t("title.home")}
        collapsed={collapsed}
        current={lit === paths.home()}
      />
      {projectId === undefined ? (
        <Item to={paths.projects()} icon={<ProjectOutlined />} label={t("title.projects")} collapsed={collapsed} />
      ) : (
        <Places projectId={projectId} lit={lit} collapsed={collapsed} />
      )}
      <div className="udt-menu-space" />
      <Tooltip title={collapsed && toggleLabel} placement="right">
        <button
          type="button"
          className="udt-menu-item"
          aria-expanded={!collapsed}
          aria-label={toggleLabel}
          onClick={() => setCollapsed(!collapsed)}
        >
          {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          {!collapsed && toggleLabel}
        </button>
      </Tooltip>
    </nav>
  );
}

/** The project's. Which of them are there for the caller comes late: until then none, that nothing is put between others. */
function Places(props: { projectId: string; lit: string | undefined; collapsed: boolean }) {
  const { projectId, lit, collapsed } = props;
  const t = useT("app");
  const privileges = usePrivileges(projectId);
  const groups = Map.groupBy(useMenu(projectId), ({ menu }) => menu.group);
  if (!privileges.known && !privileges.failed)
    return Array.from({ length: WAITING_PLACES }, (_, index) => (
      <span key={index} className="udt-menu-item" aria-hidden>
        <SkeletonBar width={collapsed ? 16 : "70%"} />
      </span>
    ));
  return [...groups].map(([group, items]) => (
    <Fragment key={group}>
      <h2 data-line={collapsed || undefined}>
        <span className={collapsed ? "udt-hidden" : undefined}>{t(group)}</span>
      </h2>
      {items.map(({ route, menu }) => (
        <Item
          key={route.path}
          to={route.path.replace(":projectId", projectId)}
          icon={MENU_ICONS[menu.icon]}
          label={t(route.title)}
          collapsed={collapsed}
          current={route.path === lit}
          badge={menu.icon === "members" && <JoinBadge project={projectId} />}
        />
      ))}
    </Fragment>
  ));
}

function Item(props: {
  to: string;
  icon: ReactNode;
  label: string;
  collapsed: boolean;
  current?: boolean;
  badge?: ReactNode;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  const { current } = props;
  useEffect(() => {
    // On a phone the places lie in a row that is wider than it is.
    if (current) link.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  return (
    <Tooltip title={props.collapsed && props.label} placement="right">
      <Link ref={link} className="udt-menu-item" to={props.to} aria-current={current ? "page" : undefined}>
        {props.icon}
        <span className={props.collapsed ? "udt-hidden" : undefined}>{props.label}</span>
        {props.badge}
      </Link>
    </Tooltip>
  );
}
