// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { TagValues } from "./tag-values.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "device-rules", "job-config"));

it("names what is chosen by the names of tags alone, which cost no look at devices", async () => {
  const list = [{ tag_id: "t-1", name: "foldables", is_default: false }];
  const asked = answerFetch({ "/v1/api/tags/names": { list, total: 1, page_num: 1, page_size: 25 } });
  await show(
    <TagValues
      project="demo"
      control={{ "aria-label": "Tag" }}
      maxCount={5}
      value={["t-1", "t-gone"]}
      onChange={() => undefined}
    />,
  );
  const shown = () =>
    [...document.querySelectorAll(".ant-select-selection-item-content")].map((one) => one.textContent);
  await act(() => vi.waitFor(() => expect(shown()).toEqual(["foldables", "Not there any more"])));
  expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(["/v1/api/tags/names"]));
});
