import { startPhones } from "@udt/phone";
import { expect, it } from "vitest";
import { eventually, makeReady, openStream, startSession } from "../../test/harness.ts";

const FOLDER = "/data/local/tmp/camera";
const PICTURE = Buffer.alloc(200_000, 7);

async function ready() {
  const { server, host, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const lease = await startSession(server, device);
  const { files, faults } = host.phones[0]!.phone.system;
  const command = (wanted: Record<string, unknown>) =>
    server.request({ type: "command", ...lease, command: wanted as never });
  const put = async (camera: string, image_index: number) => {
    const tap = await openStream(server, lease, "camera");
    tap.json({ camera, image_index });
    tap.socket.send(PICTURE);
    await tap.closed;
    return tap.texts.at(-1);
  };
  const there = () => (files.exists(FOLDER) ? files.list(FOLDER) : []);
  return { server, lease, files, faults, command, put, there };
}

it("puts pictures before a camera, tells of them and takes them away", async () => {
  const { files, command, put, there } = await ready();
  expect((await command({ name: "camera_image_list" })).data).toEqual({ list: [] });
  expect(await put("back", 1)).toEqual({ type: "done" });
  expect(await put("back", 1)).toEqual({ type: "done" });
  expect(await put("front", 0)).toEqual({ type: "done" });
  expect(Buffer.from(files.read(`${FOLDER}/back-1`)).equals(PICTURE)).toBe(true);
  const facts = { size_bytes: PICTURE.length, modified_at: expect.any(Number) };
  expect((await command({ name: "camera_image_list" })).data).toEqual({
    list: [
      { type: "back", image_index: 1, ...facts },
      { type: "front", image_index: 0, ...facts },
    ],
  });
  for (let time = 0; time < 2; time++)
    expect((await command({ name: "camera_image_remove", type: "back", image_index: 1 })).error).toBeNull();
  expect(there()).toEqual(["front-0"]);
});

it("leaves no part of a picture that breaks off, or that the device cannot keep", async () => {
  const { server, lease, faults, put, there } = await ready();
  const tap = await openStream(server, lease, "camera");
  tap.json({ camera: "back", image_index: 0 });
  tap.socket.terminate();
  faults.disk_full = true;
  expect(await put("back", 2)).toMatchObject({ type: "refused", code: "device_command_failed" });
  faults.disk_full = false;
  expect(await put("back", 3)).toEqual({ type: "done" });
  await eventually(() => expect(there()).toEqual(["back-3"]));
});

it("closes on what is no place of a camera", async () => {
  const { server, lease, there } = await ready();
  const tap = await openStream(server, lease, "camera");
  tap.json({ camera: "back", image_index: 99 });
  expect(await tap.closed).toMatchObject({ code: 4400 });
  expect(there()).toEqual([]);
});

it("keeps none after the session", async () => {
  const { server, lease, put, there } = await ready();
  await put("back", 0);
  expect(there()).toEqual(["back-0"]);
  await server.request({ type: "session_stop", ...lease });
  await eventually(() => expect(there()).toEqual([]));
});
