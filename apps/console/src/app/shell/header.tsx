import { DownOutlined } from "@ant-design/icons";
import { Dropdown, Tooltip } from "antd";
import type { ProjectInfo } from "@udt/contract";
import { useEffect } from "react";
import { Link } from "react-router";
import { Avatar } from "../../lib/components/avatar.tsx";
import { ClickMenu } from "../../lib/components/click-menu.tsx";
import { MoonIcon, SunIcon, SystemThemeIcon } from "../../lib/components/icons.tsx";
import { StatePill } from "../../lib/components/state-pill.tsx";
import { config } from "../../lib/config/index.ts";
import { useEventsState } from "../../lib/events/index.ts";
import { activeLanguage, changeLanguage, LANGUAGE_NAMES, useT, type Language } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { closeNotice } from "../../lib/notices/notices.ts";
import { logout, useUser } from "../../lib/session/index.ts";
import { chooseTheme, useThemeChoice, useThemeMode, type ThemeChoice } from "../../lib/theme/theme-mode.ts";
import { Palette } from "../palette/palette.tsx";
import { HeaderPlaces } from "./header-places.tsx";
import { ProjectSelector } from "./project-selector.tsx";
import { UploadsIndicator } from "./uploads-indicator.tsx";

interface HeaderProps {
  projectId: string | undefined;
  project: ProjectInfo | undefined;
}

export function Header({ projectId, project }: HeaderProps) {
  const { theme_switch, languages } = config();
  return (
    <header className="udt-header">
      <Link className="udt-logo" to={paths.home()}>
        <span className="udt-logo-mark" aria-hidden>
          U
        </span>
        UDT
        {config().station !== "" && <span className="udt-station">{config().station}</span>}
      </Link>
      <ProjectSelector projectId={projectId} project={project} />
      <div className="udt-header-space" />
      <Palette projectId={projectId} />
      <UploadsIndicator />
      <EventsIndicator />
      <HeaderPlaces />
      <OutsideLinks />
      {theme_switch && <ThemeSwitch />}
      {languages.length > 1 && <LanguageSwitch />}
      <UserMenu />
    </header>
  );
}

/** Places outside the console that the server's operator named. */
function OutsideLinks() {
  const t = useT("app");
  const { quality_board_url, docs_url } = config();
  const links = [
    { key: "quality_board", url: quality_board_url },
    { key: "docs", url: docs_url },
  ] as const;
  const shown = links.filter(({ url }) => url !== "");
  if (shown.length === 0) return null;
  return (
    <span className="udt-header-places">
      {shown.map(({ key, url }) => (
        <a key={key} className="udt-header-button" href={url} target="_blank" rel="noreferrer">
          {t(`link.${key}`)}
        </a>
      ))}
    </span>
  );
}

/** Says nothing while all is well. */
function EventsIndicator() {
  const t = useT("app");
  const state = useEventsState();
  useEffect(() => {
    // Live again: what was said about the network is no longer true.
    if (state === "open") for (const key of ["network", "timeout", "bad_answer"]) closeNotice(key);
  }, [state]);
  if (state !== "reconnecting" && state !== "refused") return null;
  return (
    <Tooltip title={t(`events.${state}_hint`)}>
      <span role="status" tabIndex={0}>
        <StatePill tone={state === "refused" ? "bad" : "warning"}>{t(`events.${state}`)}</StatePill>
      </span>
    </Tooltip>
  );
}

const THEME_CHOICES: readonly ThemeChoice[] = ["light", "dark", "system"];
const THEME_ICONS = { light: <SunIcon />, dark: <MoonIcon />, system: <SystemThemeIcon /> };

function ThemeSwitch() {
  const t = useT("common");
  const choice = useThemeChoice();
  const mode = useThemeMode();
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        selectable: true,
        selectedKeys: [choice],
        items: THEME_CHOICES.map((key) => ({ key, label: t(`theme.${key}`), icon: THEME_ICONS[key] })),
        onClick: ({ key }) => chooseTheme(key as ThemeChoice),
      }}
    >
      <button type="button" className="udt-header-button" aria-label={t("theme.title")} title={t("theme.title")}>
        {THEME_ICONS[mode]}
      </button>
    </Dropdown>
  );
}

function LanguageSwitch() {
  const t = useT("common");
  const language = activeLanguage();
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: config().languages.map((key) => ({ key, label: <span lang={key}>{LANGUAGE_NAMES[key]}</span> })),
        onClick: ({ key }) => changeLanguage(key as Language),
      }}
    >
      <button
        type="button"
        className="udt-header-button"
        aria-label={t("labelled", { label: t("language"), value: LANGUAGE_NAMES[language] })}
      >
        {LANGUAGE_NAMES[language]}
        <DownOutlined />
      </button>
    </Dropdown>
  );
}

function UserMenu() {
  const t = useT("app");
  const user = useUser();
  return (
    <ClickMenu
      menu={{
        items: [
          {
            key: "card",
            type: "group",
            label: (
              <div className="udt-user-card">
                <b>{user.user_name}</b>
                <span>{user.email}</span>
                {user.user_role.udt_admin && <span> · {t("user.admin")}</span>}
              </div>
            ),
          },
          { type: "divider" },
          { key: "account", label: <Link to={paths.userinfo()}>{t("user.account")}</Link> },
          ...(user.user_role.udt_admin
            ? [{ key: "administration", label: <Link to={paths.admin()}>{t("user.administration")}</Link> }]
            : []),
          { type: "divider" },
          // A failure shows in the failure bar by the error policy.
          { key: "logout", label: t("user.logout"), onClick: () => void logout().catch(() => undefined) },
        ],
      }}
    >
      <button type="button" className="udt-header-button" style={{ padding: "0 2px" }} aria-label={t("user.menu")}>
        <Avatar name={user.user_name} image={user.head_image} />
      </button>
    </ClickMenu>
  );
}
