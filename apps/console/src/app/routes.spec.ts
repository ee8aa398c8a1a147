import { rules } from "@udt/contract";
import { matchPath, matchRoutes } from "react-router";
import { describe, expect, it } from "vitest";
import { paths } from "../lib/navigation/paths.ts";
import { PLANNED } from "./planned-routes.ts";
import { REDIRECTS, redirectTo } from "./redirects.ts";
import { ALL_PATHS, embedded, isOfProject, SCREENS } from "./routes.ts";
import en from "./texts/en.ts";

const routes = ALL_PATHS.map((path) => ({ path, id: path }));
const screenAt = (path: string) => matchRoutes(routes, path.split("?")[0]!)?.at(-1)?.route.id;

describe("the route table", () => {
  it("has each path once", () => {
    expect(ALL_PATHS.filter((path, index) => ALL_PATHS.indexOf(path) !== index)).toEqual([]);
  });

  it.each([
    [paths.home(), "/home"],
    [paths.projects(), "/project/manage"],
    [paths.projectCreate(), "/project/create"],
    [paths.projectEdit("demo"), "/:projectId/project/edit"],
    [paths.members("demo"), "/:projectId/project/member"],
    [paths.memberAdd("demo"), "/:projectId/project/member/add"],
    [paths.privileges("demo"), "/:projectId/project/privilege"],
    [paths.notifications("demo"), "/:projectId/project/notification"],
    [paths.missing("project"), "/page_not_found"],
    [paths.deviceList("demo"), "/:projectId/remote/list"],
    [paths.devicesWith("demo", "t1"), "/:projectId/remote/list"],
    [paths.tags("demo"), "/:projectId/management/device/list"],
    [paths.tagAdd("demo"), "/:projectId/management/device/tags/add"],
    [paths.iosCertificates("demo"), "/:projectId/management/ios-certificate/list"],
    [paths.iosCertificateAdd("demo"), "/:projectId/management/ios-certificate/add"],
    [paths.iosCertificate("demo", "c1"), "/:projectId/management/ios-certificate/:certId/view"],
    [paths.iosCertificateEdit("demo", "c1"), "/:projectId/management/ios-certificate/:certId/edit"],
    [paths.tagEdit("demo", "t1"), "/:projectId/management/device/tags/:tagId/edit"],
    [paths.debug("demo", "t1", "d1"), "/:projectId/remote/debug"],
    [paths.records("demo"), "/:projectId/remote/record"],
    [paths.job("demo", "j1", "schedules"), "/:projectId/auto/job/:jobId/:tabActive"],
    [paths.job("demo", "j1", "edit"), "/:projectId/auto/job/:jobId/edit"],
    [paths.job("demo", "j1", "run"), "/:projectId/auto/job/:jobId/run"],
  ])("shows %s on %s", (path, screen) => {
    expect(screenAt(path)).toBe(screen);
  });

  it("gives each screen a title", () => {
    for (const { title } of [...SCREENS, ...PLANNED]) {
      const [group, name] = title.split(".") as ["title" | "planned", string];
      expect(en[group]).toHaveProperty(name);
    }
  });

  it("puts only screens of a project in the menu, because the menu shows only there", () => {
    for (const { path, menu } of SCREENS) if (menu) expect(path).toMatch(/^\/:projectId\//);
  });

  it("lights a menu item that exists for a screen below it", () => {
    const inMenu = new Set(SCREENS.filter(({ menu }) => menu).map(({ path }) => path));
    for (const { below } of SCREENS) if (below?.startsWith("/:projectId/")) expect(inMenu).toContain(below);
  });

  it("has every screen of a project a second time for embedding", () => {
    for (const { path } of [...SCREENS, ...PLANNED]) {
      if (isOfProject(path)) expect(screenAt(embedded(path).replaceAll(/:\w+/g, "x"))).toBeDefined();
    }
  });
});

/** Document 1 §2, with a value in place of each parameter. */
const TOP_LEVEL = `/home /login /userinfo /overview /oauth/success /page_not_found /finish /desktop/auth/success
/external/iframe /platform/sync/a /platform/sync/a/b /platform/sync/a/b/c/d/e/f/g /external/site
/external/site/remote/list /external/site/remote/debug /releases /quality-signage /cloudgame-mobile /project/manage
/project/create /admin /admin/model /admin/d1/recent /admin/d1/issue /admin/remote/debug`.split(/\s+/);
const OF_A_PROJECT = `remote/debug remote/serial serial/s1 device/serial/s1 script-edit/1 cloudgame/g1 gce/preview/w1
memory-graph/report/t1 memory-graph/report/t1/flamegraph remote/list remote/record cloudgame/version cloudload/images
cloudload/images/create cloudload/images/i1 cloudload/previews cloudload/previews/w1 cloudload/jobs
cloudload/jobs/create cloudload/jobs/j1/setting cloudload/jobs/j1/tests/t1 cloudload/jobs/j1/tests/t1/device/d1
cloudload/jobs/j1/tests/t1/batch-devices cloudload/accounts cloudload/records memory-graph/record
memory-graph/compare-analysis memory-graph/region-manage auto/case/list auto/case/create auto/case/r1/setting
auto/job/list auto/job/create auto/job/j1/setting auto/job/j1/test/t1 auto/job/j1/test/t1/device/d1
auto/job/j1/test/t1/case/c1 auto/job/record/t1 auto/job/record/t1/device/d1 auto/job/record/t1/case/c1
auto/job-manage/list auto/job-manage/create auto/job-manage/j1/setting auto/job-manage/record/t1/model
auto/job-manage/record/t1/pre-record auto/job-manage/record/t1/record auto/job-manage/record/t1/record_phone
auto/job-manage/record/t1/device/d1 auto/job-manage/record/t1/case/c1 auto/records/list auto/records/t1
auto/records/t1/device/d1 auto/records/t1/case/c1 auto/records/proxy auto/script-manage/list
auto/script-manage/r1/setting auto/script-manage/test-details/t1 auto/script-manage/script/create
auto/script-manage/script/list auto/script-manage/script/r1/setting auto/task/list auto/task/create
auto/task/j1/setting car-manage/dbc-manage car-manage/daq-manage car-manage/pw-manage car-manage/voice-manage
management/application management/agents management/ios-certificate/list management/ios-certificate/add
management/ios-certificate/c1/view management/ios-certificate/c1/edit management/device management/device/list management/device/tags/add
management/device/tags/t1/edit management/device/d1/recent management/device/d1/issue
management/device/d1/strategies project/edit project/notification project/member project/member/add
project/privilege`.split(/\s+/);

describe("document 1's addresses", () => {
  it.each(TOP_LEVEL)("%s is a place", (path) => expect(screenAt(path)).toBeDefined());

  it.each(OF_A_PROJECT)("{projectId}/%s is a place, plain and embedded", (path) => {
    const plain = screenAt(`/demo/${path}`);
    expect(plain).toMatch(/^\/:projectId\//);
    expect(screenAt(`/iframe/demo/${path}`)).toBe(embedded(plain!));
  });

  it.each(["/nowhere/at/all", "/demo/remote/nowhere", "/demo/project"])("%s is none", (path) => {
    expect(screenAt(path)).toBeUndefined();
  });
});

describe("an older address", () => {
  it("leads to a place that exists", () => {
    for (const { to } of REDIRECTS) {
      const path = redirectTo(to, { projectId: "demo", "*": to.includes("records") ? "t1/device/d1" : "j1/setting" });
      expect(screenAt(path), path).toBeDefined();
      expect(
        REDIRECTS.map(({ from }) => from),
        path,
      ).not.toContain(screenAt(path));
    }
  });

  it.each([
    ["script/create", "/demo/auto/script-manage/list?create=1"],
    ["script/list", "/demo/auto/script-manage/list"],
    ["script/r1/setting", "/demo/auto/script-manage/r1/setting"],
    ["test-details/t1", "/demo/auto/records/t1"],
  ])("of document 1 for scripts, %s, leads to %s", (path, place) => {
    const from = `/demo/auto/script-manage/${path}`;
    const one = REDIRECTS.find((each) => each.from === screenAt(from));
    expect(one && redirectTo(one.to, matchPath(one.from, from)?.params ?? {})).toBe(place);
  });

  it("takes its parameters along, encoded", () => {
    expect(redirectTo("/:projectId/auto/job/*", { projectId: "a b", "*": "j1/test/t1" })).toBe(
      "/a%20b/auto/job/j1/test/t1",
    );
  });
});

describe("ids that no project may have", () => {
  /** First words of the server's own addresses. */
  const OF_THE_SERVER = ["assets", "git", "healthz", "mcp", "metrics", "static", "v1"];

  it("are the first words of all addresses without a project", () => {
    const words = ALL_PATHS.map((path) => path.split("/")[1]!).filter((word) => word !== "" && !word.startsWith(":"));
    expect([...new Set([...words, ...OF_THE_SERVER])].toSorted()).toEqual([...rules.RESERVED_PROJECT_IDS].toSorted());
  });
});
