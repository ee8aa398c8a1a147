// @vitest-environment happy-dom
import type { Model } from "@udt/contract/endpoints/models";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, field, fill, press, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { ModelDrawer } from "./model-drawer.tsx";

const MODEL: Model = {
  model_id: "m-1",
  brand: "Acme",
  model: "AC-1",
  hardware_model: "AC-1 rev 2",
  names: { en: "Falcon", zh: "猎鹰", ja: "" },
  picture: null,
  device_count: 3,
  told: { width: 720, height: 1280, cpu_name: "Acme A1", memory_bytes: 8 * 1024 ** 3 },
  edited: { cpu_name: "Acme A1 Pro" },
  version: 4,
  user_name: "ada",
  created_at: 0,
  updated_at: 1,
};
const ADDRESS = "/v1/plat/admin/models/m-1";
const open = () => show(<ModelDrawer model_id="m-1" onClose={vi.fn()} />);
/** What is shown changes between two looks. */
const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });

beforeAll(() => loadTexts("models", "common", "errors", "refusals", "words"));

it("tells which facts are edited and which are as devices say, and saves what is typed", async () => {
  const asked = answerFetch({ [`GET ${ADDRESS}`]: MODEL, [`PUT ${ADDRESS}`]: { ...MODEL, version: 5 } });
  await open();
  await settled(() => expect(shownText()).toContain("Acme · AC-1 · AC-1 rev 2"));
  expect(shownText()).toContain("Edited; its devices say Acme A1");
  expect(field("Processor").value).toBe("Acme A1 Pro");
  expect(field("Memory in GB").placeholder).toBe("8");
  expect(button("Save").disabled).toBe(true);
  // Half a resolution is none.
  await fill(field("Width in pixels"), "1080");
  expect(shownText()).toContain("A whole number; width and height together");
  expect(button("Save").disabled).toBe(true);
  await fill(field("Height in pixels"), "2400");
  await fill(field("Processor"), "");
  await fill(field("Memory in GB"), "12");
  await fill(field("Japanese"), " ファルコン ");
  await press(button("Save"));
  await settled(() => expect(asked.at(-1)).toMatchObject({ method: "PUT" }));
  expect(asked.at(-1)?.body).toEqual({
    names: { en: "Falcon", zh: "猎鹰", ja: "ファルコン" },
    edited: { width: 1080, height: 2400, memory_bytes: 12 * 1024 ** 3 },
    version: 4,
  });
});

it("tells who was faster what they changed, and saves over it only when that is said", async () => {
  const theirs: Model = { ...MODEL, names: { ...MODEL.names, en: "Falcon X" }, version: 5, user_name: "bob" };
  answerFetch({ [`GET ${ADDRESS}`]: MODEL, [`PUT ${ADDRESS}`]: "model_changed" });
  await open();
  await settled(() => expect(field("Chinese").value).toBe("猎鹰"));
  await fill(field("Chinese"), "猎鹰 2");
  const asked = answerFetch({ [`GET ${ADDRESS}`]: theirs, [`PUT ${ADDRESS}`]: "model_changed" });
  await press(button("Save"));
  await settled(() => expect(shownText()).toContain("bob has saved this model meanwhile"));
  expect(shownText()).toContain("Falcon X");
  expect(field("Chinese").value).toBe("猎鹰 2");
  await press(button("Save mine"));
  await settled(() => expect(asked.filter(({ method }) => method === "PUT")).toHaveLength(2));
  expect(asked.findLast(({ method }) => method === "PUT")?.body).toMatchObject({
    names: { en: "Falcon", zh: "猎鹰 2" },
    version: 5,
  });
});
