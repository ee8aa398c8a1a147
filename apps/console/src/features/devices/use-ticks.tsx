import type { Device } from "@udt/contract";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import type { Selection } from "../../lib/list/index.ts";
import { usePrivileges } from "../../lib/privileges/index.ts";
import { useBulkButtons } from "./bulk-buttons.tsx";
import { BULK_ACTIONS, type BulkAction } from "./use-bulk.ts";
import { useTogether } from "./use-together.tsx";

/** What devices of the list are ticked for: to be driven together, by administrators to be cared for, and by who may edit tags to be tagged. */
export function useTicks(project: string): { selection: Selection<Device>; dialog: ReactNode } {
  const t = useT("devices");
  const { may } = usePrivileges(project);
  const together = useTogether(project);
  const actions: readonly BulkAction[] = [
    ...(may("project.owner") ? BULK_ACTIONS : []),
    ...(may("tag.delete") ? (["tag"] as const) : []),
  ];
  const { buttons, dialog } = useBulkButtons(project, actions);
  if (actions.length === 0) return { selection: together, dialog: null };
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
