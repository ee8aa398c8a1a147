import {
  AimOutlined,
  BlockOutlined,
  BranchesOutlined,
  CheckSquareOutlined,
  ClockCircleOutlined,
  CodeOutlined,
  EditOutlined,
  EnterOutlined,
  NodeIndexOutlined,
  PieChartOutlined,
  PlayCircleOutlined,
  PushpinOutlined,
  QuestionOutlined,
  RetweetOutlined,
  RotateRightOutlined,
  SwapOutlined,
} from "@ant-design/icons";
import type { MenuProps } from "antd";
import { actionsOf } from "@udt/low-code";
import type { ReactNode } from "react";
import { useT } from "../../../../lib/i18n/index.ts";
import { wordOf } from "./sentence.ts";

const ICONS: Readonly<Record<string, ReactNode>> = {
  start_app: <PlayCircleOutlined />,
  tap: <AimOutlined />,
  long_press: <PushpinOutlined />,
  swipe: <SwapOutlined />,
  input: <EditOutlined />,
  key: <EnterOutlined />,
  rotate: <RotateRightOutlined />,
  wait: <ClockCircleOutlined />,
  assert: <CheckSquareOutlined />,
  memory: <PieChartOutlined />,
  script: <CodeOutlined />,
  call: <BlockOutlined />,
  if: <BranchesOutlined />,
  loop: <RetweetOutlined />,
};
/** What a step does as a sign: of what finds out, of what touches, and of what holds others. */
const KINDS: Readonly<Record<string, "looks" | "holds">> = {
  wait: "looks",
  assert: "looks",
  memory: "looks",
  call: "holds",
  if: "holds",
  loop: "holds",
};

/** The sign of an action; undefined of one that nobody has drawn. */
export const iconOf = (action: string): ReactNode => ICONS[action];

export const BLOCK_ICON = <BlockOutlined />;
export const CASE_ICON = <NodeIndexOutlined />;

export function ActionIcon({ action }: { action: unknown }) {
  const name = String(action);
  return (
    <i className="steps-icon" data-kind={KINDS[name] ?? "acts"} aria-hidden>
      {iconOf(name) ?? <QuestionOutlined />}
    </i>
  );
}

/** All that can be added, one kind below the other. */
export function useActionMenu(onAdd: (action: string) => void): MenuProps {
  const t = useT("steps");
  const all = actionsOf();
  const kinds = ["acts", "looks", "holds"] as const;
  const items = kinds.flatMap((kind, at) => [
    ...(at > 0 ? [{ type: "divider" as const }] : []),
    ...all
      .filter((action) => (KINDS[action] ?? "acts") === kind)
      .map((action) => ({
        key: action,
        icon: <span aria-hidden>{iconOf(action)}</span>,
        label: wordOf(t, "action", action),
      })),
  ]);
  return { items, onClick: ({ key }) => onAdd(key) };
}
