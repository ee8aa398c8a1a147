/** What an app keeps, in bytes, by where it lies. */
export interface Holding {
  /** The native heap: pixels of pictures, samples of sounds. */
  native?: number;
  /** The graphics chip, which lets it go while the app is not in front: textures. */
  gl?: number;
  /** The Java heap: what came over the network, and the objects that keep it. */
  java?: number;
  /** The class of the Java object that stands for it; a `Bitmap` where none is told. */
  object?: string;
  /** The class whose static map keeps it, as a heap dump tells; the activity in front does where there is none. */
  cache?: string;
}
