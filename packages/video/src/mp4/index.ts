export { boxesOf, type BoxPlace } from "./boxes.ts";
export { lengthPrefixed } from "./avc.ts";
export { mp4File, type Mp4Sample, type Mp4Video } from "./file.ts";
export { fragment, fragmentedHead, type Sample } from "./fragments.ts";
export { readFragments, type Fragment } from "./read-fragments.ts";
export { segmentIndex, stretched, type Segment } from "./segment-index.ts";
