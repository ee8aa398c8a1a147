import { SaidError, say } from "@udt/base";
import type { AudioCapability, AudioPacket } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { type ScrcpyServer, startScrcpy } from "./scrcpy-source.ts";

/** Android 11: no earlier one lets the shell hear what apps play. */
export const AUDIO_SDK_MIN = 30;
const BIT_RATE = 128_000;

/**
 * What the device plays, by a scrcpy server of its own: it comes and goes with who listens, and the one of the screen goes on
 * undisturbed.
 */
export function androidAudio(adbNow: () => Adb, serverNow: () => Promise<ScrcpyServer | string>): AudioCapability {
  return {
    async open(onPacket, signal) {
      const server = await serverNow();
      if (typeof server === "string") throw new Error(server);
      const { client, close } = await startScrcpy(
        adbNow(),
        server,
        {
          video: false,
          audio: true,
          control: false,
          cleanup: false,
          sendDeviceMeta: false,
          audioCodec: "opus",
          audioBitRate: BIT_RATE,
        },
        signal,
      );
      let disposed = false;
      const dispose = async () => {
        disposed = true;
        await close();
      };
      // Unread output would block the whole connection.
      client.output.cancel().catch(() => undefined);
      try {
        const audio = await client.audioStream;
        if (audio?.type !== "success") throw new SaidError(say("device_refused", {}));
        const pass = (packet: AudioPacket) => {
          if (!disposed) onPacket(packet);
        };
        const ended = pump(audio.stream.getReader(), pass).catch(() => undefined);
        return { ended, dispose };
      } catch (error) {
        await dispose();
        throw error;
      }
    },
  };
}

interface Packets {
  read(): Promise<{
    done: boolean;
    value?: { type: "configuration" | "data"; data: Uint8Array; pts?: bigint | undefined } | undefined;
  }>;
}

async function pump(reader: Packets, onPacket: (packet: AudioPacket) => void): Promise<void> {
  for (let next = await reader.read(); !next.done && next.value; next = await reader.read()) {
    const { type, data, pts = 0n } = next.value;
    onPacket({ kind: type === "configuration" ? "config" : "data", pts_us: pts, data });
  }
}
