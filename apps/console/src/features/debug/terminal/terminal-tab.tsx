import { useEffect, useRef, useState } from "react";
import { SkeletonRows } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { lateComponent } from "../../../lib/late/late-component.tsx";
import { useSession } from "../session.tsx";
import { useTabActive } from "../tabs/tabs.tsx";

// xterm is large and most sessions never open it.
const TerminalView = lateComponent(
  async () => (await import("./terminal-view.tsx")).default,
  ({ active, onEarly }, waiting = <SkeletonRows rows={4} />) => (
    <>
      {waiting}
      <Early active={active} onTyped={onEarly} />
    </>
  ),
);

export function TerminalTab() {
  const active = useTabActive();
  const { stage } = useSession();
  const [early, setEarly] = useState("");
  return <TerminalView active={active} stage={stage} early={early} onEarly={setEarly} />;
}

/** Takes what is typed until the terminal is there. */
function Early({ active, onTyped }: { active: boolean; onTyped: (text: string) => void }) {
  const t = useT("debug");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (active) field.current?.focus();
  }, [active]);
  return (
    <div className="udt-hidden" data-keys>
      <textarea ref={field} aria-label={t("tabs.terminal")} onInput={(event) => onTyped(event.currentTarget.value)} />
    </div>
  );
}
