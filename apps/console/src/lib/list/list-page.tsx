import type { ReactNode } from "react";
import { ListBody, type ListBodyProps, type ListRead } from "./list-body.tsx";
import { Pager } from "./pager.tsx";
import { SearchField } from "./search-field.tsx";
import type { ListView } from "./use-list-view.ts";
import "./list.css";

interface ListPageProps<Row, Sort extends string> extends ListBodyProps<Row, Sort> {
  read: ListRead<Row> & { data: { list: readonly Row[]; total: number } | undefined };
  view: Omit<ListView<never>, "chosen" | "filters" | "set"> & {
    chosen: Readonly<Record<string, unknown>>;
    set: (page: { page_num?: string; page_size?: string }) => void;
  };
  /** What the search looks through; without it there is none. */
  search?: string;
  /** Stand behind the search. */
  filters?: ReactNode;
  /** How many there are, in words. Not there while it is not known. */
  count?: (total: number) => ReactNode;
  /** Makes one more. It stands at the end of the bar, or where there is nothing at all below what is said then. */
  add?: ReactNode;
  /** Stands between the bar and the rows. */
  note?: ReactNode;
  cardClass?: string;
  /** The list is a part of a card: it has none of its own, and how many there are stands at its foot. */
  isPart?: boolean;
}

/**
 * A list as every page of the console shows it: search, filters and how many there are, the rows by the page, and what is
 * said where there are none. Its state is `view`'s, which lives in the URL.
 */
export function ListPage<Row, Sort extends string = never>(props: ListPageProps<Row, Sort>) {
  const { view, search, filters, count, add, note, cardClass, none, isPart = false, ...body } = props;
  const { keyword, chosen, page, isNarrowed } = view;
  const { data } = body.read;
  const counted = data && count?.(data.total);
  // A page beyond the last has no rows either.
  const isSome = isNarrowed || page.page_num > 1;
  const isBare = data?.list.length === 0 && !isSome;
  const hasBar = [search, filters, count && !isPart, add].some(Boolean);
  const number = counted && (
    <span className="udt-toolbar-count" role="status">
      {counted}
    </span>
  );
  const rows = (
    <ListBody
      {...body}
      none={none && !("line" in none) ? { action: add, ...none } : none}
      isNarrowed={isSome}
      onClear={view.clear}
      selectionKey={JSON.stringify([keyword, chosen, page])}
    />
  );
  const pager = data && <Pager {...page} total={data.total} onChange={view.set} />;
  return (
    <>
      {hasBar && (
        <div className={isPart ? "udt-toolbar udt-toolbar-part" : "udt-toolbar"}>
          {search !== undefined && <SearchField value={keyword} placeholder={search} onSearch={view.onSearch} />}
          {filters}
          {!isPart && number}
          {!isBare && add && (counted && !isPart ? add : <div className="udt-toolbar-end">{add}</div>)}
        </div>
      )}
      {note}
      {isPart ? rows : <div className={cardClass === undefined ? "udt-card" : `udt-card ${cardClass}`}>{rows}</div>}
      {isPart ? (
        <footer className="udt-list-foot">
          {number}
          {pager}
        </footer>
      ) : (
        pager
      )}
    </>
  );
}
