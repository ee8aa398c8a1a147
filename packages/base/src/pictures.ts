export interface PictureFacts {
  content_type: "image/png" | "image/jpeg";
  width: number;
  height: number;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Markers that stand alone: no length follows them. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** SOF0 to SOF15 begin a picture, but for the tables DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * What a picture is by its first bytes, whatever it is called, and how large it would be once decoded; undefined for what is
 * no PNG and no JPEG. It reads headers alone, so it may be asked before anything is decoded.
 * @see https://www.w3.org/TR/2003/REC-PNG-20031110/#11IHDR
 * @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf annex B
 */
export function pictureFacts(bytes: Uint8Array): PictureFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (PNG_SIGNATURE.every((byte, at) => bytes[at] === byte))
    return bytes.length < 24 ? undefined : sized("image/png", view.getUint32(16), view.getUint32(20));
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return sized("image/jpeg", view.getUint16(at + 7), view.getUint16(at + 5));
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) at += 1;
    else at += isAlone(marker) ? 2 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

const sized = (content_type: PictureFacts["content_type"], width: number, height: number): PictureFacts | undefined =>
  width > 0 && height > 0 ? { content_type, width, height } : undefined;
