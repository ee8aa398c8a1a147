import { Fragment, type ReactNode } from "react";
import { keysOf, useShortcutList } from "./shortcuts.ts";

/** The shortcuts of the screen that shows and of the console around it; children are further rows. */
export function ShortcutList({ children }: { children?: ReactNode }) {
  return (
    <dl className="udt-shortcuts">
      {useShortcutList().map(({ key, label }) => (
        <Fragment key={key}>
          <dt>
            {keysOf(key).map((one) => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dt>
          <dd>{label}</dd>
        </Fragment>
      ))}
      {children}
    </dl>
  );
}
