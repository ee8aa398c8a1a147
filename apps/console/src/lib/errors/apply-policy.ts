import type { ApiError } from "@udt/client";
import { getT } from "../i18n/index.ts";
import { tellParent } from "../embed/index.ts";
import { currentPath, navigateTo } from "../navigation/navigation.ts";
import { paths } from "../navigation/paths.ts";
import { reloadOnce } from "../navigation/reload-once.ts";
import { showNotice } from "../notices/notices.ts";
import { pathWithoutSession } from "../navigation/session-over.ts";
import { errorText } from "./error-text.ts";
import { tellUnshown, unshownBy } from "./in-place.ts";
import { parentPath } from "./parent-path.ts";
import type { Rule } from "./policy.ts";
import { placeOf, ruleOf, type Place } from "./rule-of.ts";

/** Where a rule leads from a page. */
const LEADS_TO: Partial<Record<Rule, (place: Place) => string | undefined>> = {
  projects: () => paths.projects(),
  jobs: ({ project }) => paths.jobs(project),
  cases: ({ project }) => paths.libraries(project),
  load: ({ path, search, project }) => {
    if (search.has("fromRedirect")) return undefined;
    const part = /^\/[^/]+\/(cloudload\/(images|previews)|gce\/preview)\b/.test(path) ? "images" : "jobs";
    return `/${project}/cloudload/${part}?fromRedirect=1`;
  },
  devices: ({ path }) => parentPath(path),
  parent: ({ path }) => parentPath(path),
  missing_project: () => paths.missing("project"),
  missing_case: ({ project }) => paths.missing("case", project),
  missing_job: ({ project }) => paths.missing("job", project),
};

/** Lists of everybody's: no project's tree has them. */
const isShared = (path: string) => path === paths.projects() || path.startsWith("/page_not_found");

/** Document 1 §8: what happens centrally on a failed call. The caller gets the error too, and shows what is its own. */
export function applyPolicy(error: ApiError): void {
  const here = currentPath();
  // Signing in and up, and what belongs to it, show every failure in their own place.
  if (/^\/(login|signup|oauth|finish|desktop)\b/.test(here)) return;
  // A failed read is told where its data would be: skeletons turn into what happened, the request id, and retry.
  const isRead = error.method === "GET";
  const rule = ruleOf(error);
  switch (rule) {
    case "login": {
      // The page around this one may have a way of its own to sign in again.
      tellParent({ type: "loginExpired", payload: here });
      const path = pathWithoutSession(here);
      if (path !== undefined) navigateTo(path);
      return;
    }
    case "no_privilege":
      alert(error);
      return;
    case "alert":
      if (!isRead) alert(error);
      return;
    case "reload":
      if (!reloadOnce() && !isRead) bar(error);
      return;
    case "bar":
      if (!isRead) bar(error);
      return;
    case "second_factor":
      navigateTo(paths.secondFactor());
      return;
    case "inline":
      return;
    default:
      leave(error, rule);
  }
}

function leave(error: ApiError, rule: Rule): void {
  const unshown = unshownBy(rule, error);
  if (unshown !== undefined && tellUnshown(unshown)) return;
  const place = placeOf(currentPath());
  const to = LEADS_TO[rule]?.(place) ?? paths.projects();
  // The page that says that something is missing needs no message beside it.
  if (!rule.startsWith("missing_")) alert(error);
  const path = isShared(to) ? to : place.tree + to;
  // Who is there already stays; the list would only fail again.
  if (path.split("?")[0] !== place.tree + place.path) navigateTo(path);
}

function bar(error: ApiError): void {
  showNotice({
    key: `${error.method} ${error.path}`,
    tone: "bad",
    title: getT("errors")("request_failed"),
    text: errorText(error),
    failure: { error, page: window.location.href },
  });
}

function alert(error: ApiError): void {
  const t = getT("errors");
  const title =
    ruleOf(error) === "no_privilege"
      ? t("no_permission_title")
      : error.code === "user_not_in_project"
        ? t("target_project_title")
        : "";
  showNotice({ key: error.code ?? error.kind, tone: "warning", title, text: errorText(error) });
}
