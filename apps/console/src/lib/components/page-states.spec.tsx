// @vitest-environment happy-dom
import { ApiError } from "@udt/client";
import { beforeAll, expect, it } from "vitest";
import { loadTexts } from "../i18n/index.ts";
import { ErrorState, SkeletonRows } from "./page-states.tsx";
import { button, show, shownText } from "./rendered.fixture.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "rules"));

const refused = () =>
  new ApiError("x", {
    kind: "refused",
    code: "invalid_param",
    status: 400,
    args: { field: "case_run_id", rule: "Too small" },
    method: "GET",
    path: "/v1/api/cases/0",
  });

it("says of a page whose address holds what cannot be that nothing is there, and offers no second try", async () => {
  await show(<ErrorState isPage title="The case could not be read" error={refused()} onRetry={() => undefined} />);
  expect(shownText()).toContain("Nothing is at this address");
  expect(shownText()).not.toContain("case_run_id");
  expect(document.querySelector(".udt-button")).toBeNull();
});

it("names what was refused where the page has more than that, and asks again", async () => {
  await show(<ErrorState title="The list could not be read" error={refused()} onRetry={() => undefined} />);
  expect(shownText()).toContain("case_run_id is not valid");
  expect(button("Try again")).toBeDefined();
});

it.each([
  [true, ["Loading"]],
  [false, []],
])("heads what is still to come where it is a page: %s", async (isPage, headings) => {
  await show(<SkeletonRows isPage={isPage} />);
  expect([...document.querySelectorAll("h1")].map(({ textContent }) => textContent)).toEqual(headings);
});
