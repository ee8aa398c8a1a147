import { startPhones } from "@udt/phone";
import { describe, expect, it } from "vitest";
import { eventually, makeReady, openStream, startSession } from "../../test/harness.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });
const person = (name: string) => ({ user_id: name, user_name: `${name} A.` });

describe("pointers", () => {
  it("are told to everybody else who looks, by name, and rest when nobody moves", async () => {
    const { server, device } = await makeReady(onePhone());
    const lease = await startSession(server, device);
    const ada = await openStream(server, lease, "pointers", "any", false, person("ada"));
    const bea = await openStream(server, lease, "pointers", "any", false, person("bea"));
    const watcher = await openStream(server, lease, "pointers", "any", true, person("cem"));
    for (let step = 0; step <= 100; step++) ada.json({ type: "at", x: step / 100, y: 0.5, down: false });
    const last = { type: "pointers", pointers: [{ ...person("ada"), at: { x: 1, y: 0.5, down: false } }] };
    await eventually(() => expect(bea.texts.at(-1)).toEqual(last));
    await eventually(() => expect(watcher.texts.at(-1)).toEqual(last));
    // A hundred moves in one moment are a few messages.
    expect(bea.texts.length).toBeLessThan(50);
    bea.json({ type: "at", x: 0, y: 0, down: true });
    await eventually(() =>
      expect(ada.texts).toEqual([
        { type: "pointers", pointers: [{ ...person("bea"), at: { x: 0, y: 0, down: true } }] },
      ]),
    );
    // Who comes later is told where they are.
    const late = await openStream(server, lease, "pointers", "any", true, person("dan"));
    await eventually(() => expect(JSON.stringify(late.texts)).toContain("bea A."));
  });

  it("go away with whom they belong to", async () => {
    const { server, device } = await makeReady(onePhone());
    const lease = await startSession(server, device);
    const ada = await openStream(server, lease, "pointers", "any", false, person("ada"));
    const bea = await openStream(server, lease, "pointers", "any", true, person("bea"));
    const gone = { type: "pointers", pointers: [{ ...person("ada"), at: null }] };
    ada.json({ type: "at", x: 0.1, y: 0.2, down: false });
    await eventually(() => expect(bea.texts).toHaveLength(1));
    ada.json({ type: "away" });
    await eventually(() => expect(bea.texts.at(-1)).toEqual(gone));
    ada.json({ type: "at", x: 0.3, y: 0.2, down: false });
    await eventually(() => expect(bea.texts).toHaveLength(3));
    ada.socket.close();
    await eventually(() => expect(bea.texts.at(-1)).toEqual(gone));
    expect(bea.texts).toHaveLength(4);
  });

  it("are nobody's who only watches, and nobody's without a name", async () => {
    const { server, device } = await makeReady(onePhone());
    const lease = await startSession(server, device);
    const at = { type: "at", x: 0.5, y: 0.5, down: false };
    const watcher = await openStream(server, lease, "pointers", "any", true, person("bea"));
    watcher.json(at);
    expect(await watcher.closed).toMatchObject({ code: 4403, reason: "not_driver" });
    const nobody = await openStream(server, lease, "pointers");
    nobody.json(at);
    expect(await nobody.closed).toMatchObject({ code: 4403, reason: "not_driver" });
    const driver = await openStream(server, lease, "pointers", "any", false, person("ada"));
    driver.json({ ...at, x: 1.5 });
    expect(await driver.closed).toMatchObject({ code: 4400 });
  });
});
