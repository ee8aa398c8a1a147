import { useQueryClient } from "@tanstack/react-query";
import { parentMessage, type ParentMessage } from "@udt/contract";
import { platformEndpoints } from "@udt/contract/endpoints/platform";
import { useEffect, useRef } from "react";
import { useLocation, useMatches, useNavigate } from "react-router";
import { api } from "../../lib/api/api.ts";
import { config } from "../../lib/config/index.ts";
import { isFromParent, tellParent } from "../../lib/embed/index.ts";
import { storedProject } from "../../lib/project.ts";
import { embedded, isOfProject } from "../routes.ts";
import type { ScreenRoute } from "../screen-route.ts";

/**
 * Document 1 §4: the page around this one may name the project, the path, and say that its menu item was clicked again; it
 * is told where the console goes. A path that came from there is not told back, or both would chase each other for ever.
 */
export function useEmbedding(projectId: string | undefined): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const screen = useMatches().at(-1)?.handle as ScreenRoute | undefined;
  /** The last path that both sides know. */
  const agreed = useRef<string>(undefined);

  useEffect(() => {
    if (agreed.current === here) return;
    agreed.current = here;
    tellParent({ type: "syncUrl", payload: here });
  }, [here]);

  useEffect(() => {
    const show = (path: string) => {
      if (path === here) return;
      agreed.current = path;
      void navigate(path);
    };
    const obey = async (message: ParentMessage) => {
      switch (message.type) {
        case "syncUrl":
          show(message.payload);
          return;
        case "currentRouteMenuClick":
          // As a click in our own menu: the screen as it first shows, with what is new.
          show(message.payload ?? pathname);
          await queryClient.invalidateQueries();
          return;
        case "syncProjectId": {
          const project_id = await projectFor(message.payload);
          if (project_id === projectId) return;
          storedProject.set(project_id);
          const route = screen && isOfProject(screen.path) ? (screen.below ?? screen.path) : FIRST_SCREEN;
          // The parent named the project, not the path: it is told which one that makes.
          void navigate(embedded(route).replace(":projectId", project_id));
        }
      }
    };
    const listen = (event: MessageEvent<unknown>) => {
      if (!isFromParent(event)) return;
      const message = parentMessage.safeParse(event.data);
      // A failure shows by the error policy.
      if (message.success) void obey(message.data).catch(() => undefined);
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [here, navigate, pathname, projectId, queryClient, screen]);
}

const FIRST_SCREEN = "/:projectId/remote/list";

/** With platform sync the parent's ids are its own, and each stands for a project of ours. */
async function projectFor(id: string): Promise<string> {
  if (!config().platform_sync) return id;
  return (await api.call(platformEndpoints.projectSync, { body: { sync_project_id: id } })).project_id;
}
