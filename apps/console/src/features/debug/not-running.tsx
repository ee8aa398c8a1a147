import type { ReactNode } from "react";
import { EmptyState } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useSession } from "./session.tsx";

/** In place of a tool that works with the device: it does not yet, or no more. */
export function NotRunning({ icon }: { icon: ReactNode }) {
  const t = useT("debug");
  const { stage } = useSession();
  if (stage === "over") return <EmptyState icon={icon} title={t("tools.over")} />;
  return (
    <EmptyState icon={icon} title={t("tools.not_yet")}>
      {t("tools.not_yet_text")}
    </EmptyState>
  );
}
