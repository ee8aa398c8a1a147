import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  DoubleRightOutlined,
  MinusCircleOutlined,
  SyncOutlined,
} from "@ant-design/icons";
import type { ShownCaseState } from "@udt/contract";
import type { ReactNode } from "react";
import { useT } from "../../../../lib/i18n/index.ts";

/** What can become of a case where there is one device, which all of them have. */
const SHOWN = {
  undistributed: "waiting",
  distribution_failed: "waiting",
  cancelled: "cancelled",
  executing: "executing",
  success: "success",
  failed: "failed",
  skipped: "skipped",
} as const satisfies Record<ShownCaseState, string>;
const MARKS: Record<(typeof SHOWN)[ShownCaseState], ReactNode> = {
  waiting: <ClockCircleOutlined />,
  cancelled: <MinusCircleOutlined />,
  executing: <SyncOutlined />,
  success: <CheckOutlined />,
  failed: <CloseOutlined />,
  skipped: <DoubleRightOutlined />,
};

/** How a case came out, by a shape as well as a colour, and in a word for who hears it or points at it. */
export function StateMark({ state }: { state: ShownCaseState }) {
  const t = useT("scripts");
  const shown = SHOWN[state];
  const word = t(`trial.state.${shown}`);
  return (
    <i className="trial-mark" data-state={shown} role="img" aria-label={word} title={word}>
      {MARKS[shown]}
    </i>
  );
}
