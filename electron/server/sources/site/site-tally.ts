import { type AppError, UserError } from '../../../../shared/errors/errors.ts';
import type { LeftOut, LeftOutReason } from './site-visitor.ts';

/** Counts read and skipped pages of a site. */
export interface SiteTally {
  /** Pages with documents. */
  readonly read: number;
  /** Requested addresses. */
  readonly visited: number;
  countVisit(): void;
  countRead(): void;
  leaveOut(leftOut: LeftOut): void;
  /** A message for the user; undefined if all went well. */
  describe(): string | undefined;
  /** Why no page was read. */
  reason(): AppError;
}

const WORDS = {
  missing: 'not found',
  robots: 'that robots.txt asks not to read',
  elsewhere: 'leading to another site',
  otherKind: 'without text',
  failed: 'that could not be read',
} as const satisfies Record<LeftOutReason, string>;

/** The message quotes the first failure with one of these reasons. */
const QUOTED: readonly LeftOutReason[] = ['failed'];

export function createSiteTally(): SiteTally {
  let read = 0;
  let visited = 0;
  const counts = new Map<LeftOutReason, number>();
  let first: AppError | undefined;
  let quoted: AppError | undefined;

  function describe(): string | undefined {
    const left = [...counts].map(([reason, count]) => `${pages(count)} ${WORDS[reason]}`);
    const parts = [
      ...(left.length === 0 ? [] : [`Left out: ${left.join(', ')}.`]),
      ...(quoted === undefined ? [] : [quoted.message]),
    ];
    return parts.length === 0 ? undefined : parts.join(' ');
  }

  return {
    get read() {
      return read;
    },
    get visited() {
      return visited;
    },
    countVisit() {
      visited += 1;
    },
    countRead() {
      read += 1;
    },
    leaveOut({ reason, error }) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      first ??= error;
      if (QUOTED.includes(reason)) quoted ??= error;
    },
    describe,
    reason() {
      return (
        first ??
        new UserError(
          'NO_FILES',
          'There are no pages to read: check the address, and what the node includes and leaves out.',
        )
      );
    },
  };
}

function pages(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
