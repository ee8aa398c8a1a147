import { createServer, type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { onEnd } from "../../test/harness.ts";
import { basket, drawn, shelf } from "../runners/low-code/pictures/drawn.fixture.ts";
import { picturesEndpoint } from "./script-pictures.ts";

const BASKET = drawn(60, 60, 2, (context) => basket(context, 0, 0));
const screenOf = (density: number, ...places: [x: number, y: number][]) =>
  drawn(360, 800, density, (context) => {
    shelf(context);
    for (const place of places) basket(context, ...place);
  });

/** A device that shows something, and where a script asks for pictures of it. */
async function open(png: Buffer) {
  const state = { png, taken: 0, used: 0, hold: Promise.resolve() };
  const endpoint = picturesEndpoint({
    async capture() {
      state.taken++;
      await state.hold;
      return state.png;
    },
  });
  const server = createServer(endpoint.serve(() => state.used++));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onEnd(() => server.close());
  const url = endpoint.env((server.address() as AddressInfo).port)["UDT_PICTURES_URL"] ?? "";
  const ask = async (query: string, body: Uint8Array = BASKET, more: RequestInit = {}) => {
    const headers = { "content-type": "image/png", connection: "close" };
    const answer = await fetch(url + query, { method: "POST", headers, body: Buffer.from(body), ...more });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { state, ask, url };
}

it("tells where the screen shows a picture, on a screen of another size, too, and each place of several", async () => {
  const { state, ask } = await open(screenOf(2, [270, 411]));
  const place = { left: 0.75, top: 0.51375, right: 0.75 + 1 / 6, bottom: 0.58875, score: 1 };
  expect(await ask("?width=720&height=1600")).toMatchObject({
    status: 200,
    body: { width: 720, height: 1600, found: [place], near: expect.arrayContaining([place]) },
  });
  state.png = screenOf(3, [270, 411], [290, 140]);
  const { body } = await ask("?width=720&height=1600");
  expect(body).toMatchObject({ width: 1080, height: 2400, found: [{ top: 0.175 }, { top: 0.51375 }] });
  state.png = screenOf(3);
  const gone = await ask("?width=720&height=1600");
  expect(gone.body["found"]).toEqual([]);
  expect(gone.body["near"]).not.toHaveLength(0);
  expect(state.used).toBe(3);
});

it("looks at the screen anew for each, and answers the same as long as that shows the same", async () => {
  const { state, ask } = await open(screenOf(2, [270, 411]));
  const first = await ask("");
  expect(await ask("")).toEqual(first);
  expect(await ask("?score=0.99")).toMatchObject({ body: { found: [{ top: 0.51375 }] } });
  state.png = screenOf(2);
  expect(await ask("")).toMatchObject({ body: { found: [] } });
  expect(state.taken).toBe(4);
});

it("says what is wrong with what it is asked", async () => {
  const { ask, url } = await open(screenOf(2));
  const fault = async (query: string, body?: Uint8Array, more?: RequestInit) => {
    const answer = await ask(query, body, more);
    return `${answer.status} ${String(answer.body["error"])}`;
  };
  expect(await fault("?width=720")).toMatch(/^400 width, height: /);
  expect(await fault("?score=0.2")).toMatch(/^400 score: /);
  expect(await fault("?path=/etc/passwd")).toMatch(/^400 path: /);
  expect(await fault("", Buffer.from("not a picture"))).toBe("400 this is no PNG picture");
  expect(
    await fault(
      "",
      drawn(4, 40, 1, () => undefined),
    ),
  ).toMatch(/^400 the picture is 4×40/);
  expect(
    await fault(
      "",
      drawn(5_000, 10, 1, () => undefined),
    ),
  ).toMatch(/^400 the picture is 5000×10/);
  expect(
    await fault(
      "",
      drawn(40, 40, 1, () => undefined),
    ),
  ).toMatch(/^400 the picture is of one colour/);
  expect(await fault("", Buffer.concat([BASKET.subarray(0, 33), Buffer.from("no more")]))).toMatch(
    /^400 the picture cannot be read/,
  );
  expect(await fault("screen")).toBe("404 there is nothing but /");
  expect(await fault("", BASKET, { headers: { "content-type": "text/plain" } })).toMatch(/^415 /);
  expect((await fetch(url)).status).toBe(405);
});

it("takes no more than it says, and lets nobody wait without end", async () => {
  const { state, ask } = await open(screenOf(2, [270, 411]));
  const large = Buffer.concat([BASKET, Buffer.alloc(4 * 1024 ** 2)]);
  // A script that still writes may see its connection end rather than the answer.
  const said = await ask("", large).then(
    ({ status }) => status,
    () => 413,
  );
  expect(said).toBe(413);
  const hold = Promise.withResolvers<void>();
  state.hold = hold.promise;
  const asked = Array.from({ length: 12 }, () => ask("?width=720&height=1600"));
  const refused = asked.map(async (each) => (await each).status);
  await expect(
    Promise.any(refused.map(async (each) => (await each) === 429 || Promise.reject(new Error("not yet")))),
  ).resolves.toBe(true);
  hold.resolve();
  const all = await Promise.all(refused);
  expect(all.filter((status) => status === 200)).toHaveLength(8);
  expect(all.filter((status) => status === 429)).toHaveLength(4);
});

it("looks no longer for a script that has gone", async () => {
  const { state, ask } = await open(screenOf(2, [270, 411]));
  const hold = Promise.withResolvers<void>();
  state.hold = hold.promise;
  const gone = new AbortController();
  const asked = ask("", BASKET, { signal: gone.signal });
  await expect.poll(() => state.taken).toBe(1);
  gone.abort();
  await expect(asked).rejects.toThrow();
  hold.resolve();
  expect((await ask("?width=720&height=1600")).status).toBe(200);
});
