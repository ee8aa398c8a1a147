import { DEVICE_STATES } from "@udt/contract";
import { DEVICE } from "../../lib/device.fixture.ts";

const state_counts = Object.fromEntries(DEVICE_STATES.map((state) => [state, 0]));

/** What a list of devices answers, but for its one device. */
export const FOUND = {
  total: 1,
  page_num: 1,
  page_size: 25,
  state_counts,
  care_count: 0,
  draining_count: 0,
  sites: [],
};
/** The device as administrators see it. */
export const ADMIN_DEVICE = { ...DEVICE, given_to: "agent", project_count: null, projects: [], last_test_at: null };
