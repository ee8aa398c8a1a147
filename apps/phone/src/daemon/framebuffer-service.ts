import type { AdbStream } from "@udt/adb";
import { decodePixels } from "../shell/pixels.ts";
import type { PhoneScreen } from "../types.ts";

/** Header of version 1: version, bits, size, width, height, then offset and length of red, blue, green, alpha. */
const HEADER_FIELDS = 13;

/** `framebuffer:`: one header, then RGBA pixels for each byte that the client sends; adb asks once. */
export async function serveFramebuffer(screen: PhoneScreen, stream: AdbStream): Promise<void> {
  const { width, height, pixels } = await decodePixels(await screen.png());
  const header = new DataView(new ArrayBuffer(HEADER_FIELDS * 4));
  [1, 32, pixels.length, width, height, 0, 8, 16, 8, 8, 8, 24, 8].forEach((field, index) =>
    header.setUint32(index * 4, field, true),
  );
  await stream.write(new Uint8Array(header.buffer));
  await stream.write(pixels);
}
