// @vitest-environment happy-dom
import { LIMITS, type CameraImage } from "@udt/contract";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, press } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { dropOn } from "../drop.fixture.ts";
import { showIn } from "../page.fixture.tsx";
import { sessionOf } from "../session.fixture.ts";
import en from "../texts/en.ts";
import { CameraTab } from "./camera-tab.tsx";

beforeAll(() => loadTexts("debug", "common", "words", "errors", "refusals"));

const PATH = "/v1/api/tests/t/devices/d/image";
const image = (image_index: number, more: Partial<CameraImage> = {}): CameraImage => ({
  type: "back",
  image_index,
  size_bytes: 4,
  modified_at: 1,
  ...more,
});
const back = () =>
  vi.waitFor(() => document.querySelector<HTMLElement>("[data-camera=back]") ?? expect.fail("no camera"));
const untaken = () => document.querySelector("[data-camera=back] [role=status]")?.textContent ?? "";
const pictures = (...names: string[]) => names.map((name) => new File(["four"], name, { type: "image/png" }));

/** The tab of a device whose cameras have these pictures, until `have` is told of others. */
async function shown(...list: CameraImage[]) {
  const answers: Record<string, unknown> = { [`GET ${PATH}`]: { list }, [`POST ${PATH}`]: image(0) };
  const asked = answerFetch(answers);
  await showIn(sessionOf(), <CameraTab />);
  const sent = () =>
    asked.filter(({ method }) => method === "POST").map(({ body }) => (body as { image: File }).image.name);
  return { sent, have: (...now: CameraImage[]) => void (answers[`GET ${PATH}`] = { list: now }), answers };
}

it("says which pictures have no place any more, and sends the others", async () => {
  const { sent } = await shown(...Array.from({ length: LIMITS.camera_images_max - 1 }, (_, index) => image(index)));
  await dropOn(await back(), { files: pictures("one.png", "two.png", "three.png") });
  await vi.waitFor(() => expect(sent()).toEqual(["one.png"]));
  const { too_many } = en.camera;
  expect(untaken()).toBe(too_many.replace("{names}", "two.png and three.png").replace("{max}", "10"));
});

it("says of a camera that is full that it takes none", async () => {
  const { sent } = await shown(...Array.from({ length: LIMITS.camera_images_max }, (_, index) => image(index)));
  await dropOn(await back(), { files: pictures("one.png") });
  expect(untaken()).toContain("one.png");
  expect(sent()).toEqual([]);
});

it("says that a folder is not taken, until something else is dropped", async () => {
  await shown();
  await dropOn(await back(), { folders: ["holiday"] });
  expect(untaken()).toBe(en.camera.no_folders.replace("{names}", "holiday"));
  await dropOn(await back(), { files: pictures("one.png") });
  expect(untaken()).toBe("");
});

it("shows what was put there, and not once somebody else put another in its place", async () => {
  const { have, answers } = await shown(image(0, { type: "front" }));
  const front = image(0, { type: "front" });
  have(image(0), front);
  await dropOn(await back(), { files: pictures("one.png") });
  const thumbnails = () => document.querySelectorAll("[data-camera=back] img").length;
  await vi.waitFor(() => expect(thumbnails()).toBe(1));
  have(image(0, { modified_at: 2 }));
  answers[`DELETE ${PATH}`] = {};
  const remove = [...document.querySelectorAll<HTMLButtonElement>("[data-camera=front] button")].at(-1);
  await press(remove ?? button("no such button"));
  await vi.waitFor(() => expect(document.querySelector("[data-camera=front] li")).toBeNull());
  expect(document.querySelectorAll("[data-camera=back] li")).toHaveLength(1);
  expect(thumbnails()).toBe(0);
});
