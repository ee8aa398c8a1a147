import { Fragment, useState } from "react";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { useShortcut, useShortcutList } from "../../lib/shortcuts/shortcuts.ts";

/** `?` lists the shortcuts of the screen that shows. */
export function ShortcutsDialog() {
  const t = useT("app");
  const [open, setOpen] = useState(false);
  useShortcut("?", t("shortcuts.show"), () => setOpen(true), "shell");
  const shortcuts = useShortcutList();
  return (
    <Dialog open={open} title={t("shortcuts.title")} footer={null} width={380} onCancel={() => setOpen(false)}>
      <dl className="udt-shortcuts">
        {shortcuts.map(({ key, label }) => (
          <Fragment key={key}>
            <dt>
              {key.split(" ").map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </Fragment>
        ))}
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>{t("shortcuts.escape")}</dd>
      </dl>
    </Dialog>
  );
}
