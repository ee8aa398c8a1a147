import { describe, expect, it } from "vitest";
import { gitHostOf, meantAddress, tokenPageOf } from "./git-host.ts";

describe("who hosts a repository", () => {
  it.each([
    ["https://github.com/team/tests.git", "github"],
    ["https://github.corp.example/team/tests.git", "github"],
    ["https://gitlab.corp.example/team/tests.git", "gitlab"],
    ["https://codeberg.org/team/tests.git", "gitea"],
    ["https://git.corp.example/team/tests.git", undefined],
    ["git@github.com:team/tests.git", undefined],
    ["", undefined],
  ])("of %s is %s", (url, host) => {
    expect(gitHostOf(url)).toBe(host);
  });

  it("says where a token is made: at the host itself, wherever that is", () => {
    expect(tokenPageOf("gitlab", "https://git.corp.example/team/tests.git")).toBe(
      "https://git.corp.example/-/user_settings/personal_access_tokens",
    );
    expect(tokenPageOf("github", "")).toBeUndefined();
    expect(tokenPageOf("gitea", "javascript:alert(1)")).toBeUndefined();
    expect(tokenPageOf("plain", "https://git.corp.example/team/tests.git")).toBeUndefined();
  });
});

describe("the address that was meant", () => {
  it.each([
    ["git@github.com:team/tests.git", "https://github.com/team/tests.git"],
    ["git@github.com:team/tests", "https://github.com/team/tests.git"],
    ["ssh://git@git.corp.example:2222/team/tests.git", "https://git.corp.example/team/tests.git"],
    ["https://github.com/team/tests", "https://github.com/team/tests.git"],
    ["https://github.com/team/tests/tree/main/shop", "https://github.com/team/tests.git"],
    ["https://gitlab.example.com/group/sub/tests/-/tree/main", "https://gitlab.example.com/group/sub/tests.git"],
    [" http://localhost:3000/team/tests/ ", "http://localhost:3000/team/tests.git"],
    ["https://github.com/team/tests.git", undefined],
    ["https://github.com/team", undefined],
    ["https://github.com", undefined],
    ["ftp://example.com/team/tests", undefined],
    ["somebody@example.com", undefined],
    ["shop", undefined],
  ])("by %s is %s", (typed, meant) => {
    expect(meantAddress(typed)).toBe(meant);
  });
});
