import { expect, it } from "vitest";
import { LIMITS } from "./limits.ts";
import { measuredAppOf, performanceRecordingName, recordingOf, recordingStem, RECORDING_PARTS } from "./recordings.ts";

it("tells by its name of which app a recording of performance is, and that one is of the device alone", () => {
  expect(measuredAppOf(performanceRecordingName("dev.shop"))).toBe("dev.shop");
  expect(measuredAppOf(performanceRecordingName(null))).toBeNull();
  expect(performanceRecordingName("a".repeat(255)).length).toBeLessThanOrEqual(LIMITS.file_name_max);
});

it("knows a recording's video by its name, and nothing else", () => {
  const stem = recordingStem("recent", 2);
  expect(recordingOf(stem + RECORDING_PARTS.video.ending)).toEqual({ origin: "recent", stem });
  expect(recordingOf(stem + RECORDING_PARTS.input.ending)).toBeUndefined();
});
