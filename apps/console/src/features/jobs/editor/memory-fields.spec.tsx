// @vitest-environment happy-dom
import { useState } from "react";
import { beforeAll, expect, it } from "vitest";
import { field, fill, press, show, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { draftOf, FRESH, FRESH_MEMORY, faultsOf, faultWord, type Draft } from "./draft.ts";
import { MemoryFields } from "./memory-fields.tsx";

beforeAll(() => loadTexts("common", "errors", "rules", "jobs", "job-config"));

function Form({ onChange }: { onChange: (config: Draft["config"]) => void }) {
  const [config, setConfig] = useState(FRESH);
  return (
    <MemoryFields
      project="demo"
      draft={{ name: "Smoke", config }}
      change={(part) => {
        setConfig({ ...config, ...part });
        onChange({ ...config, ...part });
      }}
      fault={() => undefined}
    />
  );
}
const box = (label: RegExp) => {
  const found = [...document.querySelectorAll("label")].find(({ textContent }) => label.test(textContent ?? ""));
  return found?.querySelector("input") ?? expect.fail(`no ${String(label)}`);
};

it("asks what is recorded only where memory is, and forgets it where it no longer is", async () => {
  let last = FRESH;
  await show(<Form onChange={(config) => (last = config)} />);
  expect(shownText()).not.toContain("Samples in time");
  await press(box(/^Record the memory/));
  expect(last.memory).toEqual(FRESH_MEMORY);
  await fill(field("Samples in time"), "60");
  await press(box(/over its budget/));
  expect(last.memory).toEqual({ ...FRESH_MEMORY, every_seconds: 60, fail_over_budget: true });
  await press(box(/^Record the memory/));
  expect(last.memory).toBeNull();
});

it("tells which of its rules is broken: that it is of an app, or how often", () => {
  const of = (app_id: string | null, every_seconds: number): Draft => {
    const { name, config } = draftOf(undefined);
    return { name, config: { ...config, app_id, memory: { ...FRESH_MEMORY, every_seconds } } };
  };
  expect(faultsOf(of(null, 30)).get("memory")).toBe("memory_app");
  expect(faultWord("memory", of(null, 30))).toBe("memory");
  expect(faultsOf(of("app", 4)).has("memory")).toBe(true);
  expect(faultWord("memory", of("app", 4))).toBe("memory_every");
  expect(faultsOf(of("app", 5)).has("memory")).toBe(false);
});
