import { SearchOutlined } from "@ant-design/icons";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { IS_MAC, keysOf, useShortcut } from "../../lib/shortcuts/shortcuts.ts";
import { useMenu } from "../use-menu.tsx";
import { PaletteDialog } from "./palette-dialog.tsx";

const KEY = "Mod+k";

/** The search over everything, from any screen: by its button, by Ctrl K, and by `/` where a screen has no search of its own. */
export function Palette({ projectId }: { projectId: string | undefined }) {
  const t = useT("app");
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  // The browser's Back is away from the page that it was opened on.
  useEffect(() => {
    const close = () => setOpen(false);
    window.addEventListener("popstate", close);
    return () => window.removeEventListener("popstate", close);
  }, []);
  useShortcut("/", t("palette.open"), open, "shell");
  useShortcut(KEY, t("palette.open"), open, "shell");
  return (
    <>
      <button
        type="button"
        className="udt-header-button udt-header-search"
        aria-label={t("palette.open")}
        aria-keyshortcuts={IS_MAC ? "Meta+K" : "Control+K"}
        onClick={open}
      >
        <SearchOutlined />
        <span>{t("palette.button")}</span>
        <kbd data-keys={keysOf(KEY).join(IS_MAC ? "" : " ")} aria-hidden />
      </button>
      <Go path={paths.home()} go="h" title="title.home" />
      <Go path={paths.overview()} go="o" title="title.overview" />
      {projectId !== undefined && <GoInProject projectId={projectId} />}
      {isOpen && <PaletteDialog projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Two keys lead to each place of the menu. */
function GoInProject({ projectId }: { projectId: string }) {
  return useMenu(projectId).map(({ route, menu }) => (
    <Go key={route.path} path={route.path.replace(":projectId", projectId)} go={menu.go} title={route.title} />
  ));
}

function Go({ path, go, title }: { path: string; go: string; title: Parameters<ReturnType<typeof useT<"app">>>[0] }) {
  const t = useT("app");
  const navigate = useNavigate();
  useShortcut(`g ${go}`, t("palette.go", { page: t(title) }), () => void navigate(path), "shell");
  return null;
}
