// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { ModelsTab } from "./models-tab.tsx";

beforeAll(() => loadTexts("models", "common", "errors", "refusals"));

it("begins with A", async () => {
  const asked = answerFetch({});
  await show(<ModelsTab />);
  await vi.waitFor(() => expect(asked[0]?.query).toMatchObject({ sort: "model", order: "asc" }));
});
