const en = {
  outside: "Shaded: before and after the case.",
  nothing: "No video, log or performance data was recorded on this device.",
  mark: { good: "Step passed", bad: "Step failed", failed: "When it failed" },
  no_video: "No video was recorded on this device.",
  video_off: "The task did not ask for a video.",
  range: "What is shown",
  whole: "The whole device",
  case_only: "This case",
  performance: {
    short: "This test is shorter than 30 seconds, so it has no performance data.",
    off: "The task did not ask for performance data.",
    none: "No performance data was recorded on this device.",
    error: "The performance data could not be read.",
  },
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    timeline: typeof en;
  }
}
