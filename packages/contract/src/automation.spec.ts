import { expect, it } from "vitest";
import { numbered } from "./automation.ts";

it("keeps a run's number behind its job's name, whichever way that is written", () => {
  expect(numbered({ job_name: "Nightly", run_number: 12 })).toBe("Nightly #12");
  // From first strong isolate to pop directional isolate.
  expect(numbered({ job_name: "اختبار", run_number: 12 })).toBe("\u2068اختبار\u2069 #12");
});
