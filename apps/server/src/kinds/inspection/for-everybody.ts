/** What a check says of a device to everybody, where by one project's tag it was done and others see the device as well. */
import {
  DEFAULT_INSPECTION,
  hasFault,
  levelOf,
  SELF_CHECK_STEPS,
  verdictOf,
  type CheckVerdict,
  type InspectionConfig,
  type SelfCheckResult,
  type SelfCheckStep,
} from "@udt/contract";
import type { SelfCheckRow } from "./self-checks.repository.ts";

/** The steps that say something of a device whatever tags say: which apps a project wants there is its own affair. */
const EVERYBODYS = SELF_CHECK_STEPS.filter(
  (step) => step !== "preinstall" && levelOf(DEFAULT_INSPECTION, step) === "blocking",
);

/** What of a check counts for everybody who sees its device, given the project that alone sees it, if one does. */
export interface ForEverybody {
  check: SelfCheckRow;
  /** Null: it looked at too little of what is asked everywhere, and found no fault there. */
  verdict: CheckVerdict | null;
}

/**
 * A tag is one project's: on a device that others see its limits and levels make no fault theirs, and take none away. What is
 * as the platform itself would have found it counts; the rest is as if it had not been done.
 */
export function forEverybody(check: SelfCheckRow, alone: string | null): ForEverybody {
  const { config } = check;
  if (config === null || (alone !== null && check.project_id === alone))
    return { check, verdict: verdictOf(check.results) };
  const counts = (result: SelfCheckResult) =>
    result.state === "failed" ? isFaultAnywhere(config, result) : isWellAnywhere(config, result);
  const results = check.results.map((result) => (counts(result) ? result : { ...result, state: "skipped" as const }));
  const { order_after } = DEFAULT_INSPECTION;
  const isWhole = EVERYBODYS.every((step) => check.results.some((result) => result.step === step && counts(result)));
  const verdict = verdictOf(results);
  return {
    check: { ...check, results, config: { ...config, order_after } },
    verdict: isWhole || verdict === "failed" ? verdict : null,
  };
}

const isEverybodys = (step: SelfCheckResult["step"]): boolean => EVERYBODYS.includes(step as SelfCheckStep);

function isFaultAnywhere({ free_gb, network_address }: InspectionConfig, { step, message }: SelfCheckResult): boolean {
  if (step === "storage") return free_gb <= DEFAULT_INSPECTION.free_gb;
  // How soon it answers is a warning everywhere else.
  if (step === "network") return network_address === null && message?.code !== "check_slow";
  return isEverybodys(step);
}

function isWellAnywhere(config: InspectionConfig, result: SelfCheckResult): boolean {
  const { step } = result;
  if (levelOf(config, step) === "off" || hasFault(config, result)) return false;
  if (step === "storage") return config.free_gb >= DEFAULT_INSPECTION.free_gb;
  if (step === "network") return config.network_address === null;
  return true;
}
