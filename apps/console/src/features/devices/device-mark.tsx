import type { ReactNode } from "react";

/** What is to be seen of a device at once: a sign, and in words what it says. */
export function DeviceMark(props: { kind: "broken" | "care" | "closed"; sign: ReactNode; told: string }) {
  return (
    <span className={`devices-${props.kind}`} title={props.told}>
      {props.sign}
      <span className="udt-hidden">{props.told}</span>
    </span>
  );
}
