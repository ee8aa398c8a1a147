export * from "./android-text.ts";
export * from "./apple-text.ts";
export { sampleOf, SampleFiles } from "./sample-files.ts";
export { shopFiles } from "./shop-files.ts";
