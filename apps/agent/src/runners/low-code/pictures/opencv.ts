import { createRequire } from "node:module";

export type OpenCv = typeof import("@techstark/opencv-js");
export type Mat = InstanceType<OpenCv["Mat"]>;

/** OpenCV as WebAssembly: half a second and 100 MB, so only a thread that needs it loads it. */
export async function loadOpenCv(): Promise<{ cv: OpenCv }> {
  const cv = createRequire(import.meta.url)("@techstark/opencv-js") as Partial<OpenCv>;
  if (cv.Mat === undefined) await new Promise<void>((resolve) => (cv.onRuntimeInitialized = resolve));
  // It has a `then` that never comes to an end when it is awaited: so it is handed on within something else.
  return { cv: cv as OpenCv };
}

/** Memory of OpenCV's, which no garbage collector knows: what is kept here is given back together. */
export class Mats {
  readonly #all: Mat[] = [];

  keep<M extends Mat>(mat: M): M {
    this.#all.push(mat);
    return mat;
  }

  giveBack(): void {
    for (const mat of this.#all.splice(0)) mat.delete();
  }
}
