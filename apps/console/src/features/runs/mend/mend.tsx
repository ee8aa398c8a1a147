import { Button } from "antd";
import { useState } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { LateMendDialog } from "./late-mend-dialog.tsx";
import type { MendProps } from "./mendable.ts";

/** The way from what may be meant into the script. */
export function Mend(props: MendProps) {
  const t = useT("runs");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        type="link"
        size="small"
        aria-label={t("case.mend_label", { element: props.candidate.element })}
        onClick={() => setOpen(true)}
      >
        {t("case.mend")}
      </Button>
      {isOpen && <LateMendDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
