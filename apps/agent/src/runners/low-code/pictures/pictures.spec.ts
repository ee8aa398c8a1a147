import { createCanvas, loadImage } from "@napi-rs/canvas";
import { must } from "@udt/base";
import type { RunCaseResult } from "@udt/contract";
import type { Device } from "@udt/driver";
import { defaultProfile, startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { androidAt, eventually, keepPhones, makeReady, startSession } from "../../../../test/harness.ts";
import { LIBRARY, makeCase, makeSnapshot, RunServer } from "../../../../test/run-server.ts";

const SHOP = "dev.udt.shop";
const signal = () => AbortSignal.timeout(120_000);
const idOf = (id: string) => (element: { resource_id: string }) => element.resource_id === `${SHOP}:id/${id}`;

/** An element of a phone's screen, once it is there and stands still. */
const elementOn = (device: Device, id: string) =>
  eventually(async () => {
    const read = async () => (await must(device.capabilities.elements, "elements").read(signal())).list.find(idOf(id));
    const [one, again] = [await read(), await read()];
    expect(one).toBeDefined();
    expect(again).toEqual(one);
    return must(one, id);
  });

/** What an element looks like on a phone's screen, as somebody would cut it out. */
async function cutOut(device: Device, id: string): Promise<Buffer> {
  const { left, top, right, bottom } = (await elementOn(device, id)).bounds;
  const screen = await loadImage(Buffer.from(await must(device.capabilities.screen, "a screen").capture(signal())));
  const canvas = createCanvas(right - left, bottom - top);
  canvas.getContext("2d").drawImage(screen, -left, -top);
  return canvas.toBuffer("image/png");
}

/** The shop's sign-in button as a phone of 720 × 1600 draws it. */
async function signInButton(): Promise<Buffer> {
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  const provider = androidAt(host.phones[0]!.port);
  await eventually(() => expect(provider.list()).toHaveLength(1));
  const device = provider.list()[0]!;
  await must(device.capabilities.apps, "apps").start(SHOP, signal());
  const { left, top } = (await elementOn(device, "account_button")).bounds;
  const sink = await must(device.capabilities.input, "input").open(signal());
  const finger = { pointer_id: 0, x: left + 10, y: top + 10, width: 720, height: 1600 };
  await sink.touch({ ...finger, action: "down", pressure: 1 });
  await sink.touch({ ...finger, action: "up", pressure: 0 });
  return cutOut(device, "sign_in_button");
}

const steps = (...all: string[]) => all.map((step) => `      - ${step}\n`).join("");
const BEGIN = [
  `{id: open, action: start_app, package: ${SHOP}, clear: true}`,
  "{id: account, action: tap, locator: {by: ui, id: account_button}, timeout: 30}",
  "{id: email, action: input, locator: {by: ui, id: email_input}, text: ada@example.com}",
  "{id: password, action: input, locator: {by: ui, id: password_input}, text: lighthouse}",
];
const PICTURE = "by: image, image: pictures/sign-in.png, screen: {width: 720, height: 1600}";
const LIKE = `{${PICTURE}}`;

test(
  "a case goes on by a picture of another phone where the app has another layout",
  { timeout: 300_000 },
  async () => {
    const picture = await signInButton();
    const larger = { ...defaultProfile(1), width: 1080, height: 2400, density_dpi: 480 };
    const { server, device, first } = await makeReady(startPhones({ profiles: [larger], basePort: 0 }));
    first.phone.system.faults.shop_layout = true;
    const cases = {
      "by a fallback": [
        `{id: confirm, action: tap, locator: {by: ui, id: sign_in_button}, fallback: [${LIKE}, {by: position, x: 0.5, y: 0.9}]}`,
        "{id: account-again, action: tap, locator: {by: ui, id: account_button}}",
        "{id: in, action: assert, locator: {by: ui, id: signed_in_as}, text: ada@example.com}",
      ],
      "by a picture alone": [
        `{id: there, action: wait, locator: ${LIKE}}`,
        `{id: if, action: if, condition: {locator: ${LIKE}}, steps: [{id: confirm, action: tap, at: {x: 0.1, y: 0.5}, locator: ${LIKE}}]}`,
        `{id: gone, action: assert, gone: true, locator: ${LIKE}}`,
      ],
      "not so like": [`{id: confirm, action: tap, timeout: 1, locator: {${PICTURE.replace("sign-in", "other")}}}`],
    };
    const text = Object.entries(cases).map(
      ([name, own]) => `  - name: ${name}\n    steps:\n${steps(...BEGIN, ...own)}`,
    );
    const tasks = Object.keys(cases).map((name) => makeCase(`cases/a.yaml::${name}`));
    const run = new RunServer(server, { library: LIBRARY, config: { framework: "low_code" } }, tasks);
    run.snapshot = await makeSnapshot({
      "cases/a.yaml": `low_code: 1\ncases:\n${text.join("")}`,
      "cases/pictures/sign-in.png": picture,
      "cases/pictures/other.png": await mirrored(picture),
    });
    await startSession(server, device, 1, "job");
    expect(await run.finished).toEqual({ outcome: "done", error: null });
    const [byFallback, alone, other] = tasks.map(({ case_run_id }) => must(run.last.get(case_run_id), "its end"));

    // It has moved to the top, and is called otherwise.
    expect(byFallback).toMatchObject({ state: "success", reason: null });
    const confirm = stepOf(byFallback, 4);
    expect(confirm).toMatchObject({ found_by: { by: "image", fallback: 1 }, locator: "image: pictures/sign-in.png" });
    expect(confirm.found_by?.score).toBeGreaterThan(0.9);
    const [place] = confirm.picture_places ?? [];
    expect([place?.left, place?.right].map((part) => Math.round(100 * (part ?? 0)))).toEqual([4, 96]);
    expect(confirm.touched?.to.y).toBeLessThan(0.3);

    expect(alone).toMatchObject({ state: "success", reason: null });
    expect(stepOf(alone, -2).touched?.to.x).toBeCloseTo(0.045 + 0.091, 2);

    expect(other).toMatchObject({ state: "failed", reason: { code: "low_code_not_found" } });
    const missed = stepOf(other, -1);
    expect(missed).not.toHaveProperty("found_by");
    const [near] = missed.picture_places ?? [];
    expect(near?.score).toBeLessThan(0.85);
    // What it is most like is the button: the step can be mended by what that is called now.
    expect(missed.candidate_locators).toMatchObject({
      at: ["cases", 2, "steps", 4, "locator"],
      list: [{ locator: { by: "ui", id: "sign_in_submit" }, likeness: Math.round(100 * (near?.score ?? 0)) / 100 }],
    });
  },
);

const stepOf = (result: RunCaseResult | undefined, at: number) => must(result?.detail?.steps.at(at), "a step");

/** The same upside down: as many pixels of each colour, elsewhere. */
async function mirrored(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.scale(-1, -1);
  context.drawImage(image, -image.width, -image.height);
  return canvas.toBuffer("image/png");
}
