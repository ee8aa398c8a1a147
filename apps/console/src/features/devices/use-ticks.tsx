import type { Device } from "@udt/contract";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import type { Selection } from "../../lib/list/index.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useBulkButtons } from "./bulk-buttons.tsx";
import { useTogether } from "./use-together.tsx";

/** What devices of the list are ticked for: to be driven together, and by administrators to be cared for. */
export function useTicks(project: string): { selection: Selection<Device>; dialog: ReactNode } {
  const t = useT("devices");
  const may = useMay(project, "project.owner");
  const together = useTogether(project);
  const { buttons, dialog } = useBulkButtons(project);
  if (!may) return { selection: together, dialog: null };
  const selection: Selection<Device> = {
    ...together,
    isTickable: () => true,
    words: { ...together.words, all: t("bulk.all") },
    actions: (chosen, clear) => (
      <>
        {chosen.every(together.isTickable) && together.actions(chosen, clear)}
        {buttons(chosen)}
      </>
    ),
  };
  return { selection, dialog };
}
