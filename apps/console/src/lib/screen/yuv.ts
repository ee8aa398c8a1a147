import type { SpsFacts } from "@udt/video/sps";

/**
 * Planar YUV 4:2:0 (limited range) to RGBA by BT.601, the matrix that Android's encoders use unless told otherwise. `out`
 * holds the cropped picture, 4 bytes a pixel.
 */
export function yuvToRgba(yuv: Uint8Array, sps: SpsFacts, out: Uint8ClampedArray): void {
  const { codedWidth, codedHeight, cropLeft, cropTop, width, height } = sps;
  const chromaWidth = codedWidth >> 1;
  const uPlane = codedWidth * codedHeight;
  const vPlane = uPlane + chromaWidth * (codedHeight >> 1);
  let at = 0;
  for (let row = cropTop; row < cropTop + height; row++) {
    const lumaRow = row * codedWidth;
    const chromaRow = (row >> 1) * chromaWidth;
    for (let column = cropLeft; column < cropLeft + width; column++) {
      const chroma = chromaRow + (column >> 1);
      // 8-bit fixed point: 298 = 1.164 × 256, and so on (ITU-R BT.601).
      const y = 298 * (yuv[lumaRow + column]! - 16) + 128;
      const u = yuv[uPlane + chroma]! - 128;
      const v = yuv[vPlane + chroma]! - 128;
      out[at] = (y + 409 * v) >> 8;
      out[at + 1] = (y - 100 * u - 208 * v) >> 8;
      out[at + 2] = (y + 516 * u) >> 8;
      out[at + 3] = 255;
      at += 4;
    }
  }
}
