import { useState } from "react";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { ShortcutList } from "../../lib/shortcuts/shortcut-list.tsx";
import { useShortcut } from "../../lib/shortcuts/shortcuts.ts";

/** `?` lists the shortcuts of the screen that shows. */
export function ShortcutsDialog() {
  const t = useT("app");
  const [open, setOpen] = useState(false);
  useShortcut("?", t("shortcuts.show"), () => setOpen(true), "shell");
  return (
    <Dialog open={open} title={t("shortcuts.title")} footer={null} width={380} onCancel={() => setOpen(false)}>
      <ShortcutList>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>{t("shortcuts.escape")}</dd>
      </ShortcutList>
    </Dialog>
  );
}
