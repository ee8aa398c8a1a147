import { useEffect } from "react";
import { Outlet, useMatches } from "react-router";
import { config } from "../../lib/config/index.ts";
import { isEmbedded } from "../../lib/embed/index.ts";
import { EventsProvider } from "../../lib/events/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { currentPath } from "../../lib/navigation/navigation.ts";
import { Missing } from "../missing.tsx";
import { useRememberPlaces } from "../palette/use-remember.ts";
import { isOfProject } from "../routes.ts";
import type { ScreenRoute } from "../screen-route.ts";
import { loadAntdLocale } from "./antd-locale.ts";
import { AnnouncementBar } from "./announcement-bar.tsx";
import { Door } from "./door.tsx";
import { Dressed } from "./dressed.tsx";
import { Gated } from "./gated.tsx";
import { Header } from "./header.tsx";
import { ControlRequests } from "./control-requests.tsx";
import { JoinDecisions } from "./join-decisions.tsx";
import { NoticeBars } from "./notice-bars.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { SideMenu } from "./side-menu.tsx";
import { TooNarrow } from "./too-narrow.tsx";
import { useCurrentProject } from "./use-current-project.ts";
import { useAnalytics } from "./use-analytics.ts";
import { useEmbedding } from "./use-embedding.ts";
import { useProjectGate, type InPlace } from "./use-project-gate.ts";
import "./shell.css";
import "./narrow.css";

/** What the shell needs before it first shows. */
export const prepareShell = loadAntdLocale;

/** Embedded pages bring their own frame, other sites' own addresses too, which lead there. Read once: links within the console do not repeat the parameter or the prefix. */
const hidesNav =
  new URLSearchParams(window.location.search).get("hide_nav") === "1" ||
  (config().iframe_hide_nav && (isEmbedded() || /^\/(?:iframe|external)\//.test(currentPath())));

const isScreen = (handle: unknown): handle is ScreenRoute =>
  typeof handle === "object" && handle !== null && "title" in handle;

/** The frame around every signed-in screen. */
export function Shell() {
  const t = useT("app");
  const { projectId, project, followed } = useCurrentProject();
  const handle = useMatches().at(-1)?.handle;
  const screen = isScreen(handle) ? handle : undefined;
  const title = t(screen?.title ?? "title.not_found");

  useEffect(() => {
    document.title = `${title} · UDT`;
  }, [title]);

  const isProjectScreen = screen !== undefined && isOfProject(screen.path);
  const inPlace = useProjectGate(projectId, isProjectScreen);
  const isShut = inPlace === "shut";
  useRememberPlaces(screen, isProjectScreen ? (project?.name ?? "") : "");
  useAnalytics(screen?.path, isProjectScreen ? projectId : undefined);
  useEmbedding(isProjectScreen ? projectId : undefined);
  return (
    <Dressed>
      <EventsProvider projectId={isShut ? null : followed}>
        <JoinDecisions />
        <ControlRequests />
        <div
          className="udt-shell"
          data-hides-nav={hidesNav || undefined}
          // What tells that something is not there fits any window.
          data-narrow={screen === undefined || inPlace !== undefined || screen.narrow || undefined}
          data-tablet={screen?.tablet}
        >
          <a className="udt-skip" href="#udt-content" onClick={skipToContent}>
            {t("skip")}
          </a>
          <TooNarrow />
          {!hidesNav && <Header projectId={projectId} project={project} />}
          <div className="udt-body">
            {!hidesNav && !isShut && followed !== undefined && (isProjectScreen || screen?.has_menu) && (
              <SideMenu projectId={projectId} screen={screen} />
            )}
            <div className="udt-main">
              <AnnouncementBar />
              <OfflineBar />
              <NoticeBars />
              <main id="udt-content" className="udt-content" data-fills={screen?.fills} tabIndex={-1}>
                {isProjectScreen && projectId !== undefined ? (
                  <InPlaceOf projectId={projectId} screen={screen} inPlace={inPlace} />
                ) : (
                  <Outlet context={projectId} />
                )}
              </main>
            </div>
          </div>
        </div>
        <ShortcutsDialog />
      </EventsProvider>
    </Dressed>
  );
}

/** A project's screen, or what stands in its place. */
function InPlaceOf(props: { projectId: string; screen: ScreenRoute; inPlace: InPlace }) {
  const { projectId, screen, inPlace } = props;
  if (inPlace === "shut") return <Door project={projectId} />;
  if (inPlace !== undefined) return <Missing what={inPlace} project={projectId} />;
  return (
    <Gated projectId={projectId} screen={screen}>
      <Outlet context={projectId} />
    </Gated>
  );
}

/** By hand, because with a `<base>` a bare `#` address would leave the page. */
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById("udt-content")?.focus();
}
