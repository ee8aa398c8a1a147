import type { ReactNode } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Pager } from "../../lib/list/index.ts";
import type { BoardQuery, OfList } from "./use-board.ts";

const PAGE_SIZE = 25;

/** What a list behind a number is of. */
export interface Listed {
  query: BoardQuery;
  page_num: number;
  /** What the list alone is narrowed to, in the address. */
  search: URLSearchParams;
  onPage: (page_num: string | undefined) => void;
  onNarrow: (to: OfList) => void;
}

export function PagedList(props: {
  read: { data: { total: number } | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  page_num: number;
  onPage: (page_num: string | undefined) => void;
  children: ReactNode;
}) {
  const t = useT("quality");
  const { read, page_num, onPage } = props;
  if (read.isPending) return <SkeletonRows rows={6} />;
  if (read.data === undefined)
    return <ErrorState title={t("error")} error={read.error} onRetry={() => void read.refetch()} />;
  if (read.data.total === 0) return <EmptyState title={t("behind.none")} />;
  return (
    <>
      <ol className="quality-behind">{props.children}</ol>
      <Pager
        page_num={page_num}
        page_size={PAGE_SIZE}
        total={read.data.total}
        onChange={({ page_num: to }) => onPage(to)}
      />
    </>
  );
}
