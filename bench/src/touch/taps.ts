/** The app that paints each touch's sequence number into the picture. */
export const PATTERN = "dev.udt.testpattern";
export const TIMEOUT_MS = 5_000;

/** Pauses between touches that are no multiple of a frame, so that every phase of a frame is met. */
export const pauseMs = (tap: number): number => 40 + ((tap * 37) % 61);
