/** RGBA pixels of a PNG, row by row. */
export async function decodePixels(png: Uint8Array): Promise<{ width: number; height: number; pixels: Uint8Array }> {
  const { createCanvas, loadImage } = await import("@napi-rs/canvas");
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return {
    width: image.width,
    height: image.height,
    pixels: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  };
}
