// @vitest-environment happy-dom
import { PARSE_STATES, say } from "@udt/contract";
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

it("says of an address that is not allowed what can be done about that, and nothing of how addresses look", async () => {
  const args = { reason: say("outbound_not_allowed", { host: "192.168.3.4" }) };
  const refused = { msg: "", request_id: "r", ret: 1, data: { code: "repository_check_failed", args } };
  vi.stubGlobal("fetch", async () => Response.json(refused, { status: 400 }));
  await show(<LibraryForm project="demo" action="Import" />, "/", { user_role: { udt_admin: true } });
  await fill(field("Name"), "mine");
  await press(radio("Another host"));
  await fill(url(), "http://192.168.3.4/team/tests.git");
  await press(button("Import"));
  await vi.waitFor(() => expect(noteOf("Repository address")).toContain("192.168.3.4 is not on the public internet"));
  expect(noteOf("Repository address")).not.toContain("ends with .git");
  // One among words is underlined, as a heading's of a row is not.
  const link = document.querySelector(".udt-field-note a");
  expect([link?.textContent, link?.className]).toEqual(["Allow 192.168.3.4 for this server", ""]);
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
