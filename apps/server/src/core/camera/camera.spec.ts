import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cameraToAgent, ENDPOINTS, fillPath, LIMITS, say } from "@udt/contract";
import { startDebugSession } from "../../../test/debug-session.ts";
import { until, type Person, type TestAgent, type TestServer } from "../../../test/harness.ts";

/** A PNG as far as its header goes. */
function png(width = 2, height = 2, size = 64): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(size);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return new Uint8Array(bytes);
}

describe("a picture for a device's camera", () => {
  let params: { test_id: string; device_id: string };
  let udt: TestServer;
  let agent: TestAgent;
  let ada: Person;
  let bea: Person;
  const query = { project: "alpha" };
  const put = async (fields: Record<string, string | Blob>, as = ada) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      if (typeof value === "string") form.append(name, value);
      else form.append(name, value, "evil.html");
    const made = new Response(form);
    const answer = await udt.server.app.inject({
      method: "POST",
      url: `${fillPath(ENDPOINTS.cameraImageSet.path, params)}?project=alpha`,
      headers: {
        cookie: as.cookie,
        "x-requested-with": "XMLHttpRequest",
        "content-type": made.headers.get("content-type")!,
      },
      payload: Buffer.from(await made.arrayBuffer()),
    });
    return answer.json<{ ret: number; data: { code?: string; args?: object } }>();
  };
  const fields = (image: Uint8Array<ArrayBuffer> = png(), more = {}) => ({
    image: new Blob([image], { type: "text/html" }),
    image_index: "3",
    type: "front",
    ...more,
  });
  /** The agent's end of the next call. */
  const device = async () => {
    const seen = agent.streams.length;
    const { socket, heard } = await until(() => agent.streams[seen] ?? expect.fail("nothing was asked"));
    await until(() => expect(heard).toHaveLength(2));
    const asked = cameraToAgent.parse(JSON.parse(heard[0]!.data.toString()));
    return { asked, picture: heard[1]!.data, socket, closed: once(socket, "close") };
  };

  beforeAll(async () => {
    ({
      udt,
      agent,
      params,
      people: [ada, bea],
    } = await startDebugSession("ada", "bea"));
  });
  afterAll(() => udt.dispose());

  it("goes to the device whole, with its place, and answers when it is there", async () => {
    const image = png(4000, 3000, 300_000);
    const answer = put(fields(image));
    const { asked, picture, socket, closed } = await device();
    expect(asked).toEqual({ camera: "front", image_index: 3 });
    expect(Buffer.compare(picture, image)).toBe(0);
    socket.send(JSON.stringify({ type: "done" }));
    expect(await answer).toMatchObject({ ret: 0, data: { type: "front", image_index: 3, size_bytes: 300_000 } });
    await closed;
  });

  it("is known by its bytes, and bounded in bytes and in pixels", async () => {
    const before = agent.streams.length;
    const code = async (given: Record<string, string | Blob>) => (await put(given)).data.code;
    for (const text of ["<svg onload=alert(1)>", "GIF89a", "RIFF____WEBP", ""])
      expect(await code(fields(new TextEncoder().encode(text))), text).toBe("camera_image_type");
    expect(await code(fields(png(LIMITS.camera_image_max_px + 1, 1)))).toBe("camera_image_size");
    expect(await code(fields(png(1, 1, LIMITS.camera_image_max_bytes + 1)))).toBe("body_too_large");
    expect(await code(fields(png(1, 1, LIMITS.form_max_bytes + 1)))).toBe("body_too_large");
    for (const more of [{ type: "side" }, { image_index: "10" }, { image_index: "-1" }, { image: "words" }])
      expect(await code({ ...fields(), ...more })).toBe("invalid_param");
    expect(agent.streams).toHaveLength(before);
  });

  it("comes as a form, which nothing else takes", async () => {
    const send = async (url: string, type: string, payload: string) => {
      const headers = { cookie: ada.cookie, "x-requested-with": "XMLHttpRequest", "content-type": type };
      const answer = await udt.server.app.inject({ method: "POST", url, headers, payload });
      return answer.json<{ data: { code: string } }>().data.code;
    };
    const image = `${fillPath(ENDPOINTS.cameraImageSet.path, params)}?project=alpha`;
    for (const type of ["application/json", "application/octet-stream"])
      expect(await send(image, type, "{}")).toBe("invalid_body");
    expect(await send(image, "multipart/form-data", "no boundary")).toBe("invalid_body");
    expect(await send(image, "multipart/form-data; boundary=x", "no form at all")).toBe("invalid_body");
    const fold = `${fillPath(ENDPOINTS.foldSet.path, params)}?project=alpha`;
    expect(await send(fold, "multipart/form-data; boundary=x", "--x--\r\n")).toBe("invalid_body");
  });

  it("is refused with what the device says, and never with what an agent may not say", async () => {
    const refused = put(fields());
    const reason = say("device_refused", {}, "No space left on device");
    (await device()).socket.send(JSON.stringify({ type: "refused", code: "device_command_failed", args: { reason } }));
    expect((await refused).data).toMatchObject({ code: "device_command_failed", args: { reason } });
    const evil = put(fields());
    (await device()).socket.send(JSON.stringify({ type: "refused", code: "need_login", args: {} }));
    expect((await evil).data.code).toBe("device_command_failed");
    const odd = put(fields());
    (await device()).socket.send("what");
    expect((await odd).data.code).toBe("device_command_failed");
    const cut = put(fields());
    (await device()).socket.terminate();
    expect((await cut).data.code).toBe("agent_lost");
  });

  it("is the holder's alone to give, to see and to take", async () => {
    const before = agent.streams.length;
    expect((await put(fields(), bea)).data.code).toBe("not_driver");
    const place = { ...query, type: "back", image_index: 0 };
    await udt.refused(ENDPOINTS.cameraImageList, { as: bea, query, params }, "not_driver");
    await udt.refused(ENDPOINTS.cameraImageRemove, { as: bea, query: place, params }, "not_driver");
    expect(agent.streams).toHaveLength(before);
    const there = { list: [{ type: "back", image_index: 0, size_bytes: 5, modified_at: 1 }] };
    agent.script.command = ({ command }) => ({ data: command.name === "camera_image_list" ? there : null });
    expect(await udt.ok(ENDPOINTS.cameraImageList, { as: ada, query, params })).toEqual(there);
    await udt.ok(ENDPOINTS.cameraImageRemove, { as: ada, query: place, params });
    expect(agent.all("command").at(-1)!.command).toEqual({ name: "camera_image_remove", type: "back", image_index: 0 });
  });

  it("does not wait for ever", async () => {
    const answer = put(fields());
    const { closed } = await device();
    for (let passed = 0; passed < 40_000; passed += LIMITS.agent_heartbeat_ms) {
      udt.clock.turn(LIMITS.agent_heartbeat_ms);
      await agent.heartbeat();
    }
    expect((await answer).data.code).toBe("agent_timeout");
    await closed;
  });

  it("ends with the test", async () => {
    const answer = put(fields());
    const { closed } = await device();
    await udt.ok(ENDPOINTS.testCancel, { as: ada, query, params });
    await closed;
    expect((await answer).data.code).toBe("test_ended");
    expect((await put(fields())).data.code).toBe("test_ended");
  });
});
