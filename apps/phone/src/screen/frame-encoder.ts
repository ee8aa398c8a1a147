/** One coded picture in Annex B, with its parameter sets when it is a key frame. */
export interface EncodedPicture {
  data: Uint8Array;
  pts_us: bigint;
  /** False when more pictures follow that bring the same input to the screen. */
  last: boolean;
}

/** Turns pictures of one size into H.264. Pictures come out in the order in which they went in. */
export interface FrameEncoder {
  /** `rgba` is the whole picture, opaque; it may be reused after the call. */
  encode(rgba: Uint8Array, pts_us: bigint, keyFrame: boolean): void;
  close(): void;
}
