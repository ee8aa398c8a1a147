import type { FrameWork } from "../../types.ts";
import { type SceneNode, walk } from "./node.ts";

/** What a small picture of its own comes to. */
const SHAPES_OF_A_PICTURE = 8;

/** What drawing a laid-out tree takes: of what can be seen, as `paintScene` draws it. */
export function measureScene(root: SceneNode): Omit<FrameWork, "missed" | "display_pixels"> {
  const work = { views: 0, lines: 0, shapes: 0, pixels: 0 };
  for (const { spec, clip, lines } of walk(root)) {
    if (clip.width === 0 || clip.height === 0 || spec.opacity === 0) continue;
    work.views += 1;
    work.lines += lines.length;
    const layers = (spec.bg === undefined ? 0 : 1) + (spec.paint === undefined ? 0 : 1);
    work.pixels += layers * clip.width * clip.height;
    if (spec.bg !== undefined || spec.border !== undefined) work.shapes += 1;
    if (spec.paint !== undefined) work.shapes += spec.shapes ?? SHAPES_OF_A_PICTURE;
  }
  return work;
}
