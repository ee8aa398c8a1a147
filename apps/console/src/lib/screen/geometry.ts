export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}
export interface Rect extends Point, Size {}

/**
 * The largest size of `content`'s shape that fits into `pane`, rounded down to whole device pixels so that the browser
 * neither blurs an edge nor draws half a pixel. Never larger than `maxScale` device pixels for a video pixel.
 */
export function fitInside(content: Size, pane: Size, devicePixelRatio: number, maxScale = Infinity): Size {
  const scale = Math.min(pane.width / content.width, pane.height / content.height, maxScale / devicePixelRatio);
  const snap = (length: number) => Math.max(1, Math.floor(length * devicePixelRatio + 1e-6)) / devicePixelRatio;
  return { width: snap(content.width * Math.max(0, scale)), height: snap(content.height * Math.max(0, scale)) };
}

/**
 * The video pixel under a point of the page. `box` is where the video is drawn (same unit as `point`). A point outside
 * is clamped to the edge pixel, so that a finger that slides off the screen goes on along its edge.
 */
export function toVideoPixel(point: Point, box: Rect, video: Size): Point {
  const along = (value: number, start: number, length: number, pixels: number) =>
    Math.min(pixels - 1, Math.max(0, Math.floor(((value - start) / length) * pixels)));
  return { x: along(point.x, box.x, box.width, video.width), y: along(point.y, box.y, box.height, video.height) };
}

/** Where the middle of a video pixel is drawn: the inverse of {@link toVideoPixel}. */
export function fromVideoPixel(pixel: Point, box: Rect, video: Size): Point {
  return {
    x: box.x + ((pixel.x + 0.5) / video.width) * box.width,
    y: box.y + ((pixel.y + 0.5) / video.height) * box.height,
  };
}

/** The second finger of a pinch: the first one's mirror through the middle of the screen. */
export const mirrored = (pixel: Point, video: Size): Point => ({
  x: video.width - 1 - pixel.x,
  y: video.height - 1 - pixel.y,
});

/** The same place after the video has changed size, for fingers that were down while the device turned. */
export const rescaled = (pixel: Point, from: Size, to: Size): Point => ({
  x: Math.min(to.width - 1, Math.floor((pixel.x / from.width) * to.width)),
  y: Math.min(to.height - 1, Math.floor((pixel.y / from.height) * to.height)),
});
