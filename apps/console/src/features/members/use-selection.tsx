import type { Member } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import type { Selection } from "../../lib/list/index.ts";
import { BulkActions } from "./bulk-actions.tsx";

type UserType = Member["user_type"];

interface SelectionOptions<Row> extends Pick<Selection<Row>, "idOf" | "nameOf" | "isTickable"> {
  /** Makes these owners or ordinary members; undefined for who may not. */
  setType: ((ids: string[], user_type: UserType, onSuccess: () => void) => void) | undefined;
  pending: boolean;
  remove: (rows: readonly Row[], onDone: () => void) => void;
}

/** How people or organisations are ticked, and what can be done with those that are. */
export function useSelection<Row>(options: SelectionOptions<Row>): Selection<Row> {
  const t = useT("members");
  const { idOf, nameOf, isTickable, setType, pending, remove } = options;
  return {
    idOf,
    nameOf,
    isTickable,
    words: {
      one: (name) => t("select", { name }),
      all: t("select_all"),
      bar: t("bulk.label"),
      chosen: (count) => t("bulk.chosen", { count }),
      clear: t("bulk.clear"),
    },
    actions: (chosen, clear) => (
      <BulkActions
        pending={pending}
        {...(setType && { onSetType: (user_type: UserType) => setType(chosen.map(idOf), user_type, clear) })}
        onRemove={() => remove(chosen, clear)}
      />
    ),
  };
}
