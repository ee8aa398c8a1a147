import { useUrlFilters } from "../../../lib/list/index.ts";

/** Whether a phone stands beside the text, which the address tells; so it does which session that is. */
export function usePhone(isOffered: boolean) {
  const [search, set] = useUrlFilters();
  const isOpen = isOffered && search.has("phone");
  const turn = () =>
    set(isOpen ? { phone: undefined, test_id: undefined, device_id: undefined } : { phone: "beside" }, {
      replace: true,
    });
  return { isOffered, isOpen, turn };
}
