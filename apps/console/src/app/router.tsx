import { createBrowserRouter, matchPath, type PatchRoutesOnNavigationFunction } from "react-router";
import { loadTexts } from "../lib/i18n/index.ts";
import { basename, belowBase } from "./base-path.ts";
import { PUBLIC_SCREENS } from "./public-routes.ts";
import { RouteError } from "./route-error.tsx";
import { Starting } from "./starting.tsx";

const ROOT = "root";

/** What is behind sign-in, with the words for what may be refused there. */
async function signedIn() {
  const [{ SIGNED_IN }] = await Promise.all([import("./signed-in-routes.tsx"), loadTexts("refusals")]);
  return SIGNED_IN;
}

const isPublic = (path: string): boolean => PUBLIC_SCREENS.some((screen) => matchPath(screen.path, path) !== null);

/** Adds the routes behind sign-in to those of a page that began before it. */
function addSignedIn(): PatchRoutesOnNavigationFunction {
  let isThere = false;
  return async ({ signal, patch }) => {
    const route = await signedIn();
    // What is added for a navigation that was given up is not added.
    if (isThere || signal.aborted) return;
    patch(ROOT, [route]);
    isThere = true;
  };
}

/** The page's router. What is behind sign-in is only loaded by who goes there: sign-in knows no other screen. */
export async function makeRouter() {
  const startsPublic = isPublic(belowBase(window.location.pathname));
  return createBrowserRouter(
    [
      {
        id: ROOT,
        HydrateFallback: Starting,
        ErrorBoundary: RouteError,
        children: [
          ...PUBLIC_SCREENS.map(({ path, texts = [], load }) => ({
            path,
            lazy: async () => {
              const [Component] = await Promise.all([load(), loadTexts("login", ...texts)]);
              return { Component };
            },
          })),
          ...(startsPublic ? [] : [await signedIn()]),
        ],
      },
    ],
    { basename, ...(startsPublic && { patchRoutesOnNavigation: addSignedIn() }) },
  );
}
