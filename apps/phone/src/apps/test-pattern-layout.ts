/**
 * How the test pattern writes a touch's sequence number into the picture, for measuring latency through an encoder.
 *
 * A strip of 16 cells runs over the whole width of the display, `STRIP_TOP` of the height from the top and
 * `STRIP_HEIGHT` of the height tall. The cells are equally wide and hold the number's bits, the most significant at the
 * left: white is 1, black is 0. A black margin of `STRIP_MARGIN` of the height lies above and below. All places are
 * fractions of the picture, so they hold at every video size and in every orientation. On a display of 720 × 1600 a
 * cell is 45 × 96 pixels; read its middle, where scaling and compression do not reach.
 *
 * The number counts touch events (down, move, up, cancel) since the app started, modulo 65536, and is 0 at the start.
 * The app logs each as `TestPattern: seq=N action=down x= y= pointer=`.
 */
export const STRIP_CELLS = 16;
export const STRIP_TOP = 0.12;
export const STRIP_HEIGHT = 0.06;
export const STRIP_MARGIN = 0.01;
export const SEQUENCE_MODULUS = 2 ** STRIP_CELLS;

/** The middle of a cell, as fractions of the picture's width and height. */
export const cellCentre = (cell: number): { x: number; y: number } => ({
  x: (cell + 0.5) / STRIP_CELLS,
  y: STRIP_TOP + STRIP_HEIGHT / 2,
});

/** Reads the number back. `luma` answers the brightness, 0 to 255, of a pixel. */
export const readSequence = (width: number, height: number, luma: (x: number, y: number) => number): number => {
  let sequence = 0;
  for (let cell = 0; cell < STRIP_CELLS; cell += 1) {
    const { x, y } = cellCentre(cell);
    sequence = sequence * 2 + (luma(Math.floor(x * width), Math.floor(y * height)) >= 128 ? 1 : 0);
  }
  return sequence;
};
