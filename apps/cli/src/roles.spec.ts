import { expect, it } from "vitest";
import { udt } from "@udt/testkit";

it("ends with a code of its own when a setting is wrong: starting it again is of no use", async () => {
  const wrong = await udt(["server"], { UDT_WEB_LANGUAGES: "tlh" });
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toMatch(
    /^udt server: UDT_WEB_LANGUAGES .* See "The console's settings" in docs\/operations\.md\.\n$/,
  );
});
