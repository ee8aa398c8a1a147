import { AudioDecoder, EncodedAudioChunk } from "@napi-rs/webcodecs";
import { type ScrcpyMediaStreamPacket, ScrcpyOptions3_3_3 } from "@yume-chan/scrcpy";
import type { ReadableStream as ClientReadableStream } from "@yume-chan/stream-extra";
import { afterEach, expect, it, vi } from "vitest";
import { APPS } from "../apps/registry.ts";
import { createScreen } from "../screen/index.ts";
import { memorySystem, testProfile } from "../screen/testing/memory-system.ts";
import { startScrcpyServer } from "./index.ts";

type Options = ConstructorParameters<typeof ScrcpyOptions3_3_3<false>>[0];
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** The client library's reading of a session that is sound alone. */
async function listen(init: Options = {}, profile = testProfile()) {
  const options = new ScrcpyOptions3_3_3<false>({
    video: false,
    control: false,
    audio: true,
    tunnelForward: true,
    sendDummyByte: false,
    sendDeviceMeta: false,
    ...init,
  });
  const abort = new AbortController();
  const system = memorySystem(profile);
  const phone = { system, screen: createScreen(system, APPS) };
  const lines: string[] = [];
  const io = { stdout: (line: string) => void lines.push(line), signal: abort.signal };
  const exit = startScrcpyServer(phone, ["3.3.3", ...options.serialize()], io);
  cleanups.push(() => {
    abort.abort();
    return exit.then(() => phone.screen.dispose());
  });
  const stream = await system.dial("scrcpy");
  const answer = await options.parseAudioStreamMetadata(stream.readable as unknown as ClientReadableStream<Uint8Array>);
  const packets: ScrcpyMediaStreamPacket[] = [];
  if (answer.type === "success") {
    const reader = answer.stream.pipeThrough(options.createMediaStreamTransformer()).getReader();
    const read = async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) packets.push(next.value);
    };
    const reading = read();
    cleanups.unshift(() => reading);
  }
  return { system, answer, packets, lines, stream, exit };
}

/** How loud it is, and how often it goes through nought in a second: twice its pitch. */
async function heard(packets: readonly ScrcpyMediaStreamPacket[]): Promise<{ peak: number; crossings: number }> {
  let [peak, crossings, before, loudSamples] = [0, 0, 0, 0];
  const decoder = new AudioDecoder({
    output: (audio) => {
      const plane = new Float32Array(audio.numberOfFrames);
      audio.copyTo(plane, { planeIndex: 0, format: "f32-planar" });
      for (const sample of plane) {
        peak = Math.max(peak, Math.abs(sample));
        if (Math.abs(sample) < 0.01) continue;
        loudSamples += 1;
        if (sample * before < 0) crossings += 1;
        before = sample;
      }
      audio.close();
    },
    error: (error) => expect.fail(error.message),
  });
  decoder.configure({ codec: "opus", sampleRate: 48_000, numberOfChannels: 2 });
  for (const packet of packets)
    if (packet.type === "data")
      decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: Number(packet.pts ?? 0n), data: packet.data }));
  await decoder.flush();
  decoder.close();
  return { peak, crossings: loudSamples === 0 ? 0 : (crossings * 48_000) / loudSamples };
}

it("is Opus as scrcpy sends it: its head first, then what apps make heard", async () => {
  const { system, packets, answer } = await listen();
  expect(answer).toMatchObject({ type: "success", codec: { optionValue: "opus" } });
  await vi.waitFor(() => expect(packets.length).toBeGreaterThan(5));
  const [head] = packets;
  expect(head?.type).toBe("configuration");
  expect(Buffer.from(head?.data ?? []).toString("latin1", 0, 8)).toBe("OpusHead");
  expect((await heard(packets)).peak).toBeLessThan(0.001);
  const from = packets.length;
  system.sounds.play([{ hz: 1000, ms: 400 }]);
  await vi.waitFor(() => expect(packets.length).toBeGreaterThan(from + 25));
  const { peak, crossings } = await heard(packets.slice(from));
  expect(peak).toBeGreaterThan(0.1);
  expect(crossings).toBeGreaterThan(1500);
  expect(crossings).toBeLessThan(2500);
});

it("is silent at no volume", async () => {
  const { system, packets } = await listen();
  system.settings.put("system", "volume_music_speaker", "0");
  system.sounds.play([{ hz: 1000, ms: 400 }]);
  await vi.waitFor(() => expect(packets.length).toBeGreaterThan(10));
  expect((await heard(packets)).peak).toBeLessThan(0.001);
});

it("ends with its client", async () => {
  const { packets, stream, exit } = await listen();
  await vi.waitFor(() => expect(packets.length).toBeGreaterThan(2));
  stream.close();
  expect(await exit).toBe(0);
});

it("is refused as a real server does it", async () => {
  const old = await listen({}, testProfile({ sdk: 29, os_version: "10" }));
  expect(old.answer).toEqual({ type: "disabled" });
  expect(old.lines.join("\n")).toContain("not supported before Android 11");
  const other = await listen({ audioCodec: "aac" });
  expect(other.answer).toEqual({ type: "errored" });
});
