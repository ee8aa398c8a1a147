import { ENDPOINTS, isOpenCheck, SELF_CHECK_STEPS, type SelfCheck } from "@udt/contract";
import { until } from "@udt/testkit";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile, round } from "./lib/stats.ts";
import { deviceIdle, PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const CHECKS = 5;
const BUDGET_MS = 15_000;

const median = (values: number[]): number => round(percentile(values, 0.5));

export default {
  title: `a virtual phone's self-check, from asking for it to its verdict, the median of ${CHECKS}, and what each step takes`,
  async run() {
    const udt = await startMeasuredUdt(1);
    try {
      const client = await udt.signIn();
      const [{ device_id } = { device_id: "" }] = await udt.idleDevices(1);
      const call = { query: PROJECT, params: { device_id } };
      const whole: number[] = [];
      const checks: SelfCheck[] = [];
      for (let check = 0; check < CHECKS; check++) {
        const began = performance.now();
        await client.call(ENDPOINTS.selfCheckStart, call);
        const done = await until("a verdict", async () => {
          const { list } = await client.call(ENDPOINTS.selfCheckList, call);
          return list[0] && !isOpenCheck(list[0]) ? list[0] : undefined;
        });
        whole.push(performance.now() - began);
        if (done.state !== "passed") throw new Error(`the phone is not well: ${JSON.stringify(done)}`);
        checks.push(done);
        await deviceIdle(client, device_id);
      }
      const rows: Row[] = [{ what: "whole", unit: "ms", value: median(whole), budget: BUDGET_MS }];
      for (const step of SELF_CHECK_STEPS) {
        const costs = checks.map(({ results }) => results.find((one) => one.step === step)!.cost_ms);
        rows.push({ what: `  ${step}`, unit: "ms", value: median(costs) });
      }
      return { rows };
    } finally {
      await udt.stop();
    }
  },
} satisfies Benchmark;
