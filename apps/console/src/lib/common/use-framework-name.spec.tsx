// @vitest-environment happy-dom
import { FRAMEWORKS } from "@udt/contract";
import { expect, it } from "vitest";
import { show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { useFrameworkName } from "./use-framework-name.ts";

function Names() {
  const nameOf = useFrameworkName();
  return <>{FRAMEWORKS.map(nameOf).join(", ")}</>;
}

it("names frameworks by their own names, and the one without in the reader's language", async () => {
  document.cookie = "udt_lang=zh";
  await loadTexts("common");
  await show(<Names />);
  expect(shownText()).toBe("node:test, pytest, Shell, 低代码, Android instrumentation, Monkey");
});
