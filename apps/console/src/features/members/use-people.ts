import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { LIMITS, type DataOf } from "@udt/contract";
import { userEndpoints } from "@udt/contract/endpoints/users";
import { api } from "../../lib/api/api.ts";
import { queryOf } from "../../lib/api/queries.ts";
import { personNamed } from "./pasted-names.ts";

export type Person = DataOf<typeof userEndpoints.userSearch>["list"][number];

const SHOWN = 20;
/** So many look-ups at a time. */
const AT_ONCE = 4;

/** The people whose nickname or email has the keyword. */
export const usePeople = (keyword: string) =>
  useQuery({
    ...queryOf(userEndpoints.userSearch, { query: { keyword, page_size: SHOWN } }),
    enabled: keyword !== "",
    placeholderData: keepPreviousData,
  });

export interface Found {
  people: Person[];
  /** Names that are nobody's. */
  unknown: string[];
}

async function lookUp(name: string): Promise<Person | undefined> {
  if (name.length > LIMITS.keyword_max) return undefined;
  const { list } = await api.call(userEndpoints.userSearch, {
    query: { keyword: name, page_size: LIMITS.page_size_max },
  });
  return personNamed(name, list);
}

/** Who the pasted names mean. */
export const useLookUp = () =>
  useMutation({
    mutationFn: async (names: readonly string[]): Promise<Found> => {
      const found: Found = { people: [], unknown: [] };
      for (let at = 0; at < names.length; at += AT_ONCE) {
        const some = names.slice(at, at + AT_ONCE);
        const looked = await Promise.all(some.map(async (name) => ({ name, person: await lookUp(name) })));
        for (const { name, person } of looked) {
          if (person) found.people.push(person);
          else found.unknown.push(name);
        }
      }
      return found;
    },
  });
