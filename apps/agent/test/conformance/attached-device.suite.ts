/** The conformance suite on the phone that `main.ts` found; run by it alone. */
import { describeDevice } from "@udt/driver/conformance";
import { attach } from "./attach.ts";
import { attachedTarget } from "./target.ts";
import type { Plan } from "./wish.ts";

const plan = JSON.parse(process.env["UDT_CONFORMANCE"] ?? "") as Plan;

describeDevice(plan.serial, async () => attachedTarget(await attach(plan), plan), plan.has, {
  ungiven: plan.ungiven,
  only: plan.only,
});
