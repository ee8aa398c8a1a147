import { describe, expect, it } from "vitest";
import { closedScreen } from "./closed-screen.ts";
import { SCREENS } from "./routes.ts";

const member = { known: true, guest: false, may: () => true };
const guest = { known: true, guest: true, may: () => false };
const screenOf = (path: string) => SCREENS.find((screen) => screen.path === `/:projectId/${path}`)!;

describe("a screen of a project", () => {
  it.each([
    "auto/job/create",
    "auto/job/accounts",
    "auto/case/create",
    "auto/case/authorize",
    "auto/case/credentials",
    "auto/job/:jobId/edit",
    "auto/job/:jobId/run",
    "management/device/list",
    "project/member",
    "project/privilege",
  ])("%s opens for members alone, also by its address", (path) => {
    expect(closedScreen(screenOf(path), member)).toBeUndefined();
    expect(closedScreen(screenOf(path), guest)).toEqual({ by: "members" });
  });

  it("names the privileges of which it takes one", () => {
    const edit = screenOf("project/edit");
    expect(closedScreen(edit, guest)).toEqual({ by: "privileges", needs: ["project.edit", "project.token"] });
    expect(closedScreen(edit, { ...guest, may: (privilege) => privilege === "project.token" })).toBeUndefined();
  });

  it("waits until it is known what the caller may, where that decides", () => {
    expect(closedScreen(screenOf("project/edit"), { ...member, known: false })).toBe("unknown");
    expect(closedScreen(screenOf("remote/list"), { ...guest, known: false })).toBeUndefined();
  });
});
