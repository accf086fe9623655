/** A chunk and how well it fits; higher is better. */
export interface RankedChunk {
  readonly id: number;
  readonly score: number;
  /** Of a search by both: the score by meaning of what was found so. */
  readonly similarity?: number | undefined;
}

/** Best first; of equal scores the older chunk first, so that the same question always gets the same order. */
export function byRank(a: RankedChunk, b: RankedChunk): number {
  return b.score - a.score || a.id - b.id;
}

export interface TopK {
  offer(id: number, score: number): void;
  /** A lower score is not among the best any more; -Infinity while there are fewer than `k`. */
  readonly floor: number;
  /** Best first. */
  result(): RankedChunk[];
}

/** Keeps the best `k` of what it is offered: a heap with the worst on top, so that most offers cost one comparison. */
export function createTopK(k: number): TopK {
  const heap: RankedChunk[] = [];

  function isWorse(a: RankedChunk | undefined, b: RankedChunk | undefined): boolean {
    return a !== undefined && b !== undefined && byRank(a, b) > 0;
  }

  function swap(i: number, j: number): void {
    const [a, b] = [heap[i], heap[j]];
    if (a === undefined || b === undefined) return;
    heap[i] = b;
    heap[j] = a;
  }

  function rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isWorse(heap[at], heap[parent])) return;
      swap(at, parent);
      at = parent;
    }
  }

  function sink(): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const worse = isWorse(heap[left + 1], heap[left]) ? left + 1 : left;
      if (!isWorse(heap[worse], heap[at])) return;
      swap(at, worse);
      at = worse;
    }
  }

  return {
    offer(id, score) {
      const worst = heap[0];
      if (heap.length < k) {
        heap.push({ id, score });
        rise(heap.length - 1);
      } else if (worst !== undefined && (score > worst.score || (score === worst.score && id < worst.id))) {
        heap[0] = { id, score };
        sink();
      }
    },
    get floor() {
      return heap.length < k ? Number.NEGATIVE_INFINITY : (heap[0]?.score ?? Number.NEGATIVE_INFINITY);
    },
    result: () => [...heap].sort(byRank),
  };
}
