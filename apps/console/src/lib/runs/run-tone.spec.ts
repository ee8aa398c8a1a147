import { describe, expect, it } from "vitest";
import { runTone } from "./run-tone.ts";
import { shortCommit } from "./short-commit.ts";

describe("a run's tone", () => {
  it.each([
    ["ended", "passed", "good"],
    ["ended", "failed", "bad"],
    ["ended", "incomplete", "warning"],
    // How it ended says more than what came out until then.
    ["timed_out", "failed", "warning"],
    ["user_cancelled", "incomplete", "offline"],
    ["testing", null, "busy"],
    ["queuing", null, "warning"],
  ] as const)("%s with verdict %s is %s", (execution, verdict, tone) => {
    expect(runTone({ execution, verdict })).toBe(tone);
  });
});

it("a commit is as short as git shows it, and empty where there is none", () => {
  expect(shortCommit("4f2c91e8a6b7d0c3e1f2a3b4c5d6e7f809182736")).toBe("4f2c91e");
  expect(shortCommit("")).toBe("");
});
