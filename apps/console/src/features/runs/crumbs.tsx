import { Fragment } from "react";
import { Link } from "react-router";

/** Where a page lies: links to what is above it. */
export function Crumbs({ steps }: { steps: readonly { to: string; label: string }[] }) {
  return (
    <nav className="runs-crumbs">
      {steps.map(({ to, label }, index) => (
        <Fragment key={to}>
          {index > 0 && <span aria-hidden>/</span>}
          <Link to={to}>{label}</Link>
        </Fragment>
      ))}
    </nav>
  );
}
