// @vitest-environment happy-dom
import { PARSE_STATES } from "@udt/contract";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  answerFetch,
  button,
  field,
  fill,
  noteOf,
  press,
  radio,
  show,
  shownText,
} from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { UNREAD_LIBRARY as library } from "../../lib/libraries.fixture.ts";
import { CasesTab } from "./cases-tab.tsx";
import { LibraryForm } from "./library-form.tsx";

const form = () => show(<LibraryForm project="demo" action="Import" />);
const url = () => field("Repository address");
const tokenPage = () => document.querySelector<HTMLAnchorElement>(".udt-field a")?.href;

beforeAll(() => loadTexts("common", "errors", "refusals", "rules", "words", "libraries"));

describe("importing a repository", () => {
  it("tells how the host calls its addresses, by what is chosen, or by what was pasted", async () => {
    await form();
    expect(noteOf("Repository address")).toBe("On the repository's page: Code, HTTPS, copy.");
    await press(radio("Gitea, Forgejo"));
    expect(noteOf("Repository address")).toBe("On the repository's page: HTTPS, copy.");
    await fill(url(), "https://gitlab.example.com/team/tests.git");
    expect(radio("GitLab").checked).toBe(true);
    expect(radio("Gitea, Forgejo").closest("fieldset")?.disabled).toBe(true);
    expect(shownText()).toContain("Where it is kept, by the address");
    await fill(url(), "");
    expect(radio("Gitea, Forgejo").closest("fieldset")?.disabled).toBe(false);
    expect(radio("Gitea, Forgejo").checked).toBe(true);
  });

  it("offers the address that was meant by one for ssh, and by a page's", async () => {
    await form();
    await fill(url(), "git@github.com:team/tests.git");
    await press(button("Use https://github.com/team/tests.git"));
    expect(url().value).toBe("https://github.com/team/tests.git");
    expect(shownText()).not.toContain("Use https://");
    await fill(url(), "https://github.com/team/tests/tree/main");
    await press(button("Use https://github.com/team/tests.git"));
    expect(noteOf("Repository address")).not.toContain("must start");
  });

  it("says where a token is made at the host, and what it must be good for", async () => {
    await form();
    await press(radio("Access token"));
    expect(noteOf("Access token")).toContain("Contents: read-only");
    expect(tokenPage()).toBeUndefined();
    await fill(url(), "https://gitlab.example.com/team/tests.git");
    expect(noteOf("Access token")).toContain("read_repository");
    expect(tokenPage()).toBe("https://gitlab.example.com/-/user_settings/personal_access_tokens");
    await fill(url(), "https://git.example.com/team/tests.git");
    await press(radio("Another host"));
    expect(noteOf("Access token")).toContain("choose Credential");
    expect(tokenPage()).toBeUndefined();
  });
});

describe("a library without cases", () => {
  it.each(PARSE_STATES)("that is %s says that it failed only when it did", async (parse_state) => {
    answerFetch({
      "/v1/caseapi/repos/l-1/cases": { list: [], total: 0, page_num: 1, page_size: 20, commit_id: "" },
    });
    await show(<CasesTab project="demo" library={{ ...library, parse_state }} />);
    await vi.waitFor(() => expect(document.querySelector(".udt-state")).not.toBeNull());
    expect(/fail|could not/i.test(shownText())).toBe(parse_state === "failed");
  });
});
