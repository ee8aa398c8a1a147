import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  DisconnectOutlined,
  DoubleRightOutlined,
  MinusCircleOutlined,
  RetweetOutlined,
  SyncOutlined,
} from "@ant-design/icons";
import { shownCaseState, type CaseCell, type ShownCaseState } from "@udt/contract";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { CASE_TONES, notesOf } from "./words.tsx";

const MARKS: Record<ShownCaseState, ReactNode> = {
  success: <CheckOutlined />,
  failed: <CloseOutlined />,
  skipped: <DoubleRightOutlined />,
  executing: <SyncOutlined />,
  undistributed: <ClockCircleOutlined />,
  cancelled: <MinusCircleOutlined />,
  distribution_failed: <DisconnectOutlined />,
};

/** How a case came out, where there is no room for words: a shape as well as a colour. One that passed at last has its own. */
export function CaseMark({ one }: { one: Pick<CaseCell, "state" | "cause" | "flaky"> }) {
  const state = shownCaseState(one);
  const isFlaky = one.flaky && state === "success";
  return (
    <i className="runs-mark" data-tone={isFlaky ? "warning" : CASE_TONES[state]} aria-hidden>
      {isFlaky ? <RetweetOutlined /> : MARKS[state]}
    </i>
  );
}

/** The mark of a state, where its word stands beside it. */
export function StateMark({ state }: { state: ShownCaseState }) {
  return (
    <i className="runs-mark" data-tone={CASE_TONES[state]} aria-hidden>
      {MARKS[state]}
    </i>
  );
}

/** The same in words. */
export function useCaseWords() {
  const t = useT("runs");
  return (one: CaseCell): string => [t(`state.${shownCaseState(one)}`), ...notesOf(t, one)].join(" · ");
}
