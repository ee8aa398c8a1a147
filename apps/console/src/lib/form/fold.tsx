import { useState, type ReactNode } from "react";

/**
 * What few need to set, folded away behind its name until somebody opens it. `note` says what has been set within, so that
 * nobody has to look; what is wrong within is never hidden.
 */
export function Fold(props: { label: string; note: string; broken: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="udt-fold" open={open || props.broken} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{props.label}</b>
        <span>{props.note}</span>
      </summary>
      <div>{props.children}</div>
    </details>
  );
}
