import { useState } from "react";
import { useFaultLead } from "../../../lib/form/index.ts";
import { countFaults, isWhole, STEPS, stepOf, type Fault, type Step } from "./draft.ts";

/** Which step shows, and which have been left: only of those are faults told. */
export function useSteps(faults: ReadonlyMap<Fault, string>) {
  const [step, setStep] = useState<Step>("app");
  const [seen, setSeen] = useState<ReadonlySet<Step>>(new Set());
  const { holdForm, leadToFault } = useFaultLead();
  const leave = () => setSeen((before) => new Set([...before, step]));
  const go = (next: Step) => {
    // Nothing was left: what is not filled in yet is no fault.
    if (next === step) return;
    leave();
    setStep(next);
  };
  return {
    step,
    /** The ref of what is around the fields of the step that shows. */
    holdForm,
    go,
    /** A step is left for the next one once it breaks no rule, else for the field that does; the list of steps leads anywhere. */
    goOn: (next: Step) => {
      if (isWhole(step, faults)) return go(next);
      leave();
      leadToFault();
    },
    isSeen: (each: Step) => seen.has(each),
    isBroken: (each: Step) => seen.has(each) && !isWhole(each, faults),
    /** How many fields of the step that shows are told to break a rule. */
    toldFaults: seen.has(step) ? countFaults(step, faults) : 0,
    showStep: setStep,
    leadToFault,
    /** Everything is to be right now: the first fault's field shows. True when there is none. */
    settle: () => {
      setSeen(new Set(STEPS));
      const [first] = faults.keys();
      if (first === undefined) return true;
      setStep(stepOf(first));
      leadToFault();
      return false;
    },
  };
}
