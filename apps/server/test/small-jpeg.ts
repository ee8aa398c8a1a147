/** What begins as a JPEG of this size; `mark` tells one from another. Nothing on the server decodes it. */
export const smallJpeg = (mark: number, [width, height]: [number, number] = [108, 240]): Buffer =>
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3, mark]);
