// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { answerFetch, button, press, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { onUnshown } from "../../lib/errors/index.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Door } from "./door.tsx";
import { ProjectSelector } from "./project-selector.tsx";

const DOOR = "/v1/plat/project/lab/door";
const JOIN = "/v1/plat/project/lab/join";
const lab = (change: object = {}) => ({
  name: "Camera lab",
  visibility: 1,
  owners: [{ user_name: "Ada" }, { user_name: "Bea" }],
  join_requested: false,
  ...change,
});
const says = (text: string) => vi.waitFor(() => expect(shownText()).toContain(text));

beforeAll(() => loadTexts("app", "common", "errors", "refusals"));

describe("the door of a project that is not one's own", () => {
  it("says which it is and who lets one in, and asks them", async () => {
    const asked = answerFetch({ [DOOR]: lab(), [JOIN]: null });
    await show(<Door project="lab" />, "/lab/remote/list");
    await says("You are not in the project “Camera lab”");
    await says("Ada or Bea can let you in.");
    await press(button("Ask to join"));
    await vi.waitFor(() => expect(asked.filter(({ path }) => path === DOOR)).toHaveLength(2));
    expect(asked.find(({ path }) => path === JOIN)?.method).toBe("POST");
  });

  it("is called the same above the page and in it", async () => {
    answerFetch({ [DOOR]: lab() });
    await show(
      <>
        <ProjectSelector projectId="lab" project={undefined} />
        <Door project="lab" />
      </>,
      "/lab/remote/list",
    );
    await says("You are not in the project “Camera lab”");
    expect(document.querySelector(".udt-header-button")?.textContent).toBe("Camera lab");
  });

  it("asks nobody twice", async () => {
    answerFetch({ [DOOR]: lab({ join_requested: true }) });
    await show(<Door project="lab" />, "/lab/remote/list");
    await says("You have asked to join.");
    expect(document.querySelectorAll("button")).toHaveLength(0);
  });

  it("names nobody where nobody is to be named", async () => {
    answerFetch({ [DOOR]: lab({ owners: [] }) });
    await show(<Door project="lab" />, "/lab/remote/list");
    await says("An administrator can let you in.");
  });

  it("tells of one that is not there, or not to be known, no more than that", async () => {
    answerFetch({ [DOOR]: "project_not_exists" });
    // As the frame around it does.
    const stop = onUnshown(() => {});
    await show(<Door project="lab" />, "/lab/remote/list");
    await says("There is no such project");
    await press(button("Stay here"));
    expect(document.querySelector("[role=timer]")).toBeNull();
    stop();
  });
});
