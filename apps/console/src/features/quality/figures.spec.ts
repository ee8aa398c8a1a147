import { expect, it } from "vitest";
import { busyShare, faultShare, onlineShare, passShare } from "./figures.ts";

const NOTHING = { runs: 0, success: 0, skipped: 0, failed: 0, device_faults: 0, total: 0, new_failures: 0, flaky: 0 };

it("no share is of nothing", () => {
  expect(passShare(NOTHING)).toBeUndefined();
  expect(passShare({ ...NOTHING, skipped: 3, total: 3 })).toBeUndefined();
  expect(faultShare(NOTHING)).toBeUndefined();
  expect(busyShare({ busy_minutes: 3, online_minutes: null })).toBeUndefined();
  expect(busyShare({ busy_minutes: 3, online_minutes: 0 })).toBeUndefined();
  expect(onlineShare({ online_minutes: null, looked_minutes: null })).toBeUndefined();
  expect(onlineShare({ online_minutes: 0, looked_minutes: 0 })).toBeUndefined();
});

it("a share says of how many it is: skipped cases were not to pass, and may have lost a device", () => {
  const figures = { ...NOTHING, success: 6, skipped: 2, failed: 1, device_faults: 1, total: 10 };
  expect(passShare(figures)).toEqual({ ratio: 0.75, of: 8 });
  expect(faultShare(figures)).toEqual({ ratio: 0.1, of: 10 });
  expect(onlineShare({ online_minutes: 45, looked_minutes: 60 })).toEqual({ ratio: 0.75, of_minutes: 60 });
  expect(busyShare({ busy_minutes: 30, online_minutes: 120 })).toBe(0.25);
  expect(busyShare({ busy_minutes: 130, online_minutes: 120 })).toBe(1);
});
