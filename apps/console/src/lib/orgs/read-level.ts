import { LIMITS } from "@udt/contract";

/** The first `count` of a list that is answered in pages. */
export async function readLevel<Org>(
  read: (page: { page_num: number; page_size: number }) => Promise<{ list: Org[]; total: number }>,
  count: number,
): Promise<{ list: Org[]; total: number }> {
  const page_size = Math.min(count, LIMITS.page_size_max);
  const list: Org[] = [];
  for (let page_num = 1; ; page_num++) {
    const page = await read({ page_num, page_size });
    list.push(...page.list);
    if (list.length >= Math.min(count, page.total) || page.list.length === 0) return { list, total: page.total };
  }
}
