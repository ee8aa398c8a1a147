export interface Size {
  width: number;
  height: number;
}

/**
 * The video size of a display: the longer side at most `maxSize` (0 for no limit), both sides multiples of 8, the longer
 * rounded down and the shorter to the nearest.
 * @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/device/Size.java
 */
export const videoSizeOf = (display: Size, maxSize: number): Size => {
  const portrait = display.height > display.width;
  let major = portrait ? display.height : display.width;
  let minor = portrait ? display.width : display.height;
  const limit = maxSize & ~7;
  if (limit > 0 && major > limit) {
    minor = Math.trunc((limit * minor) / major);
    major = limit;
  }
  if ((major & 7) !== 0 || (minor & 7) !== 0) {
    major &= ~7;
    minor = Math.min((minor + 4) & ~7, major);
  }
  return portrait ? { width: minor, height: major } : { width: major, height: minor };
};
