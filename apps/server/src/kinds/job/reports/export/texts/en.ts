import { en as report } from "@udt/contract/report-words/en";
import { en as run } from "@udt/contract/run-words/en";
import type { ReportTexts } from "./report-texts.ts";

export const en: ReportTexts = {
  ...run,
  ...report,
  locale: "en-GB",
  report: "Test report",
  tile: {
    passed: "cases passed",
    new_failures: "new failures",
    since: "against #{number}",
    alone: "one case alone: compared with nothing",
    first: "first run: nothing to compare",
    devices: "devices passed",
    queue: "waited {time}",
  },
  ratio_was: "{now}, was {before}",
  fixed_flaky: "{fixed} fixed, {flaky} flaky",
  environment: { title: "Environment", ...report.environment },
  lost: "Lost",
  time_went: "Where the time went",
  cases: "Cases",
  column: { name: "Case", result: "Result", device: "Device", time: "Time", error: "Reason" },
  all: "All",
  search: "Filter cases",
  found: "{count} of {total}",
  nothing: "No case matches.",
  no_script: "This report shows its cases by a script that it carries itself; this reader runs none.",
  cut: "Details of the first {count} failures are in this file; the platform has the rest.",
  made: "Made by UDT on {time}",
  picture: "The last picture that the script kept",
  video: "The device while the case ran",
  left_out: "The device was recorded while the case ran. This page leaves the video out; the platform has it.",
  close: "Close",
  attempt: "attempt {count}",
  gone: {
    title: "This link does not open a report",
    text: "It has expired, was revoked, or was not copied whole. Ask whoever sent it for a new one.",
  },
};
