import { expect, it } from "vitest";
import { patchLines } from "./patch-lines.ts";

it("tells lines that came and went from the heads that look like them", () => {
  const patch = [
    "diff --git a/a.sql b/a.sql",
    "index 1..2 100644",
    "--- a/a.sql",
    "+++ b/a.sql",
    "@@ -1,3 +1,3 @@",
    " select 1;",
    "--- what was a comment",
    "+++ what looks like a file",
    "diff --git a/b.ts b/b.ts",
    "new file mode 100644",
    "--- /dev/null",
    "+++ b/b.ts",
    "@@ -0,0 +1 @@",
    "+// new",
    "",
  ].join("\n");
  expect(patchLines(patch).map(({ kind = "-" }) => kind)).toEqual(
    "file file file file part - removed added file file file file part added".split(" "),
  );
});
