import type { ReactNode } from "react";
import { usePlaceName } from "../place-name/index.ts";
import "./page-header.css";

/** A page's title, what stands beside it (counters, states), and its actions at the far end. */
export function PageHeader({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  usePlaceName(title);
  return (
    <header className="udt-page-header">
      <h1 title={title}>{title}</h1>
      <div className="udt-page-header-extra">{children}</div>
      {actions && <div className="udt-page-header-actions">{actions}</div>}
    </header>
  );
}
