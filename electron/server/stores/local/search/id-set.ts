/** Ids a page. */
const PAGE_IDS = 4096;

/** Ids of chunks as bits, by pages of 4,096: a thirtieth of what they take as numbers, and as cheap to send to another thread. */
export type IdSet = ReadonlyMap<number, Uint8Array>;

/** An empty set, and what adds ids to it: whole numbers from 0 on. */
export function createIdSet(): { readonly ids: IdSet; add(id: number): void } {
  const ids = new Map<number, Uint8Array>();
  let no = -1;
  let page: Uint8Array<ArrayBufferLike> = new Uint8Array();
  return {
    ids,
    add(id) {
      const pageNo = Math.floor(id / PAGE_IDS);
      if (pageNo !== no) {
        no = pageNo;
        page = ids.get(no) ?? new Uint8Array(PAGE_IDS / 8);
        ids.set(no, page);
      }
      const at = id % PAGE_IDS;
      page[at >> 3] = (page[at >> 3] ?? 0) | (1 << (at & 7));
    },
  };
}

/** Whether an id is in the set. The fastest for ids that come in their order. */
export function idTest(set: IdSet): (id: number) => boolean {
  let no = -1;
  let page: Uint8Array | undefined;
  return (id) => {
    const pageNo = Math.floor(id / PAGE_IDS);
    if (pageNo !== no) {
      no = pageNo;
      page = set.get(no);
    }
    const at = id % PAGE_IDS;
    return page !== undefined && ((page[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
  };
}
