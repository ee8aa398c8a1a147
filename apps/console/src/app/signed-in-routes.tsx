import { ApiError } from "@udt/client";
import type { UserInfo } from "@udt/contract";
import type { ComponentType } from "react";
import { redirect, useLoaderData, type LoaderFunctionArgs, type RouteObject } from "react-router";
import { queryClient } from "../lib/api/query-client.ts";
import { config } from "../lib/config/index.ts";
import { ruleOf } from "../lib/errors/index.ts";
import { loadTexts } from "../lib/i18n/index.ts";
import { paths } from "../lib/navigation/paths.ts";
import { pathWithoutSession } from "../lib/navigation/session-over.ts";
import { storedProject } from "../lib/project.ts";
import { userQuery } from "../lib/session/index.ts";
import { belowBase } from "./base-path.ts";
import { screenOf } from "./late-screen.tsx";
import { PLANNED, type PlannedRoute } from "./planned-routes.ts";
import { EXTERNAL, REDIRECTS, redirectTo } from "./redirects.ts";
import { RouteError } from "./route-error.tsx";
import { embedded, isOfProject, SCREENS, UNSCOPED } from "./routes.ts";
import type { ScreenRoute } from "./screen-route.ts";

/** The address that was asked for, below the base path. */
function wantedPath(request: Request): string {
  const url = new URL(request.url);
  return belowBase(url.pathname) + url.search;
}

/** Nothing but sign-in shows without a session. */
async function requireUser({ request }: LoaderFunctionArgs) {
  try {
    const user = await queryClient.ensureQueryData(userQuery);
    if (user.second_factor_required) throw redirect(paths.secondFactor());
    return user;
  } catch (error) {
    if (!(error instanceof ApiError) || ruleOf(error) !== "login") throw error;
    const wanted = wantedPath(request);
    // Document 1 §6: without a session home shows too, on a public host.
    if (!config().private_build && new URL(wanted, "http://x").pathname === paths.home()) return undefined;
    const path = pathWithoutSession(wanted);
    // Where the browser leaves the console nothing more is to show.
    throw path === undefined ? await new Promise<never>(() => {}) : redirect(path);
  }
}

/** The frame around the signed-in screens; on a public host home has one for everybody else. */
async function frameOf(): Promise<ComponentType> {
  const shell = async () => {
    const [{ prepareShell, Shell }] = await Promise.all([import("./shell/shell.tsx"), loadTexts("app")]);
    await prepareShell();
    return Shell;
  };
  if (config().private_build) return shell();
  const [Shell, { Welcome }] = await Promise.all([
    shell(),
    import("../features/login/welcome.tsx"),
    loadTexts("login"),
  ]);
  return function Frame() {
    return useLoaderData<UserInfo | undefined>() ? <Shell /> : <Welcome />;
  };
}

/** A route of the table; one of a project twice, plain and embedded. */
const both = (path: string, route: RouteObject): RouteObject[] =>
  isOfProject(path) || path === "/:projectId"
    ? [
        { ...route, path },
        { ...route, path: embedded(path) },
      ]
    : [{ ...route, path }];

const screen = (route: ScreenRoute): RouteObject[] =>
  both(route.path, {
    handle: route,
    lazy: async () => ({
      Component: await screenOf(async () => {
        const [page] = await Promise.all([route.load(), loadTexts("words", ...route.texts)]);
        return page.default;
      }),
    }),
  });

const planned = (route: PlannedRoute): RouteObject[] =>
  both(route.path, {
    handle: route,
    lazy: async () => ({ Component: (await import("./not-enabled.tsx")).NotEnabled }),
  });

/** Keeps the tree that the older address was in. */
const legacy = ({ from, to }: (typeof REDIRECTS)[number]): RouteObject[] =>
  both(from, {
    loader: ({ request, params }) => {
      const wanted = wantedPath(request);
      const path = redirectTo(to, params);
      const { search } = new URL(request.url);
      const query = path.includes("?") ? search.replace("?", "&") : search;
      return redirect((wanted.startsWith("/iframe/") ? embedded(path) : path) + query);
    },
  });

/** Another site's own way in: the embedded screens of the project that it names, or of the one that was open last. */
const external = ({ path, screen }: (typeof EXTERNAL)[number]): RouteObject => ({
  path,
  loader: ({ request }) => {
    const { searchParams } = new URL(request.url);
    const project = searchParams.get("project") ?? storedProject.get();
    searchParams.delete("project");
    // Without a project the embedding page has to say which.
    if (project === undefined || project === "") return redirect("/external/iframe");
    const query = searchParams.size > 0 ? `?${searchParams}` : "";
    return redirect(`/iframe/${encodeURIComponent(project)}/${screen}${query}`);
  },
});

/** Everything behind sign-in. */
export const SIGNED_IN: RouteObject = {
  id: "shell",
  loader: requireUser,
  lazy: async () => ({ Component: await frameOf() }),
  children: [
    {
      // Not on the screens themselves: one whose code cannot be loaded shows nothing, its own boundary neither.
      ErrorBoundary: RouteError,
      children: [
        { index: true, loader: () => redirect(paths.home()) },
        ...SCREENS.flatMap(screen),
        ...PLANNED.flatMap(planned),
        ...REDIRECTS.flatMap(legacy),
        ...EXTERNAL.map(external),
        ...both("/:projectId", {
          loader: ({ params }) => {
            if (params["projectId"]) storedProject.set(params["projectId"]);
            return redirect(paths.home());
          },
        }),
        {
          path: UNSCOPED,
          loader: ({ request }) => {
            const project = storedProject.get();
            return redirect(project === undefined ? paths.projects() : `/${project}${wantedPath(request)}`);
          },
        },
        { path: "*", lazy: async () => ({ Component: (await import("./unknown-page.tsx")).UnknownPage }) },
      ],
    },
  ],
};
