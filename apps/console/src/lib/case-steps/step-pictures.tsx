import { ArrowRightOutlined } from "@ant-design/icons";
import type { CaseDetail } from "@udt/contract";
import { type ReactNode, useState } from "react";
import { useT } from "../i18n/index.ts";
import { LateStepViewer } from "./late-step-viewer.tsx";
import { MarkedPicture } from "./marked-picture.tsx";
import { type Pictured, placesOf } from "./pictured.ts";
import "./step-pictures.css";

type Step = CaseDetail["steps"][number];

/**
 * The pictures of steps: a small pair of each, to stand beside it, and all of them large, one step after the other.
 * @param urlOf where a picture is read that the step names; undefined while it is not there
 */
export function useStepPictures(
  steps: readonly Step[],
  urlOf: (step: Step, name: string) => string | undefined,
): { pairOf: (step: Step) => ReactNode; viewer: ReactNode } {
  const [number, show] = useState<number>();
  const pictured = new Map<Step, Pictured>();
  for (const [at, step] of steps.entries()) {
    const [before, after] = [step.screenshot_before, step.screenshot].map((name) =>
      name ? urlOf(step, name) : undefined,
    );
    if (before !== undefined || after !== undefined) pictured.set(step, { step, number: at + 1, before, after });
  }
  const list = [...pictured.values()];
  const at = list.findIndex((one) => one.number === number);
  return {
    pairOf: (step) => {
      const one = pictured.get(step);
      return one && <Pair one={one} onOpen={() => show(one.number)} />;
    },
    viewer: at !== -1 && (
      <LateStepViewer list={list} at={at} onGo={(to) => show(list[to]?.number)} onClose={() => show(undefined)} />
    ),
  };
}

function Pair({ one, onOpen }: { one: Pictured; onOpen: () => void }) {
  const t = useT("case-steps");
  const { step, before, after } = one;
  const places = placesOf(one);
  const isOne = before === undefined || after === undefined || before === after;
  const label = t("pictures", { name: step.name });
  return (
    <button type="button" className="udt-step-pair" aria-label={label} title={label} onClick={onOpen}>
      {before !== undefined && <MarkedPicture url={before} alt="" touched={step.touched} places={places.before} />}
      {!isOne && <ArrowRightOutlined aria-hidden />}
      {after !== undefined && after !== before && <MarkedPicture url={after} alt="" places={places.after} />}
    </button>
  );
}
