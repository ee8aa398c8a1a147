// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { button } from "../../../lib/components/rendered.fixture.tsx";
import { activeLanguage, loadTexts } from "../../../lib/i18n/index.ts";
import { showIn } from "../page.fixture.tsx";
import { sessionOf } from "../session.fixture.ts";
import zh from "../texts/zh.ts";
import { AppItem } from "./app-row.tsx";

// Before the page's language is first asked for.
beforeAll(() => {
  document.cookie = "udt_lang=zh";
  expect(activeLanguage()).toBe("zh");
  return loadTexts("debug", "common", "words", "errors", "refusals");
});

const onDevice = { version_name: "1", version_code: 1, system: false, running: true, foreground: true };
const row = { package_name: "a.shop", name: "Shop", versions: [], fits: false, install: undefined };
const shown = (more: object) =>
  showIn(
    sessionOf(),
    <AppItem row={{ ...row, ...more } as unknown as Parameters<typeof AppItem>[0]["row"]} onDismiss={() => {}} />,
  );

it("calls its buttons as the page's language joins a word with a name", async () => {
  await shown({ onDevice: { package_name: "a.shop", ...onDevice } });
  for (const what of ["open", "stop", "clear", "uninstall"] as const)
    expect(button(`${zh.apps[what]}：Shop`)).toBeDefined();
});

it("tells how far an install is as the page's language writes a share", async () => {
  await shown({ install: { install_id: "i", state: "installing", percent: 12, reason: null } });
  expect(document.querySelector("[role=status]")?.textContent).toBe(`${zh.install.state.installing} 12%`);
});

it("calls an app the system's only where nothing else brings it to the list", async () => {
  const system = { package_name: "a.shop", ...onDevice, system: true };
  await shown({ onDevice: system });
  expect(document.body.textContent).toContain(zh.apps.system);
  await shown({ onDevice: system, install: { install_id: "i", state: "installed", percent: 100, reason: null } });
  expect(document.querySelectorAll(".dbg-item-words")[1]?.textContent).not.toContain(zh.apps.system);
});

it("says of the system's app why it cannot be uninstalled", async () => {
  await shown({ onDevice: { package_name: "a.shop", ...onDevice, system: true } });
  const { disabled, title } = button(`${zh.apps.uninstall}：Shop`);
  expect([disabled, title]).toEqual([true, zh.apps.system_stays]);
});
