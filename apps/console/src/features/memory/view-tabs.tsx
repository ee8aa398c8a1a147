import { Link, useLocation } from "react-router";

/** Parts of a page, one of which is shown; which one stands in the address. */
export function ViewTabs<View extends string>(props: {
  label: string;
  /** Of the address's parameter. */
  name: string;
  views: readonly View[];
  chosen: View;
  labelOf: (view: View) => string;
}) {
  const { pathname, search } = useLocation();
  const to = (view: View) => {
    const next = new URLSearchParams(search);
    next.set(props.name, view);
    // Of a list in the part that is left.
    next.delete("page_num");
    return `${pathname}?${next}`;
  };
  return (
    <nav className="udt-tabs memory-tabs" aria-label={props.label}>
      {props.views.map((view) => (
        <Link key={view} to={to(view)} replace aria-current={view === props.chosen ? "page" : undefined}>
          {props.labelOf(view)}
        </Link>
      ))}
    </nav>
  );
}
