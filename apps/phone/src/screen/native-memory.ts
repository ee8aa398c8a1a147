import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: ((options: { type: "minor" }) => void) | undefined;

/**
 * Collects the young generation. Version 1.3 of the encoder package frees a closed VideoFrame's pixels only when its
 * JavaScript wrapper is collected, and V8, which sees a few bytes per wrapper, would let hundreds of megabytes pile up.
 */
export const releaseClosedFrames = (): void => {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as (options: { type: "minor" }) => void;
  }
  collect({ type: "minor" });
};
