import type { UserError } from '../../../../shared/errors/errors.ts';

/** Names and reasons that a message has room for. */
const MOST_NAMES = 3;
const MOST_REASONS = 5;

/** What codes of errors say of a file, where the error itself does not name its kind. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['FILE_EMPTY', 'empty'],
  ['FILE_HAS_NO_TEXT', 'no text in it'],
  ['FILE_ENCRYPTED', 'encrypted'],
  ['UNSUPPORTED_FILE_TYPE', 'of a kind that is not read'],
]);

function reasonOf({ code, details }: UserError): string {
  return typeof details?.kind === 'string' ? details.kind : (REASONS.get(code) ?? 'damaged');
}

export function countFiles(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

/** The first of the names, and how many more there are. @param total of which `names` are the first */
export function shortenNames(names: readonly string[], total = names.length): string {
  const named = names.slice(0, MOST_NAMES).join(', ');
  return total > MOST_NAMES ? `${named} and ${total - MOST_NAMES} more` : named;
}

/** Files that were left out among others, with what they are. */
export class LeftOutFiles {
  readonly #byReason = new Map<string, { readonly names: string[]; count: number }>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(name: string, error: UserError): void {
    const reason = reasonOf(error);
    const found = this.#byReason.get(reason) ?? { names: [], count: 0 };
    if (found.names.length < MOST_NAMES) found.names.push(name);
    found.count += 1;
    this.#byReason.set(reason, found);
    this.#count += 1;
  }

  /** As a list in brackets: "a picture: a.png, b.png; empty: c.txt". */
  describe(): string {
    const reasons = [...this.#byReason].sort(([, a], [, b]) => b.count - a.count);
    const named = reasons
      .slice(0, MOST_REASONS)
      .map(([reason, { names, count }]) => `${reason}: ${shortenNames(names, count)}`);
    return [...named, ...(reasons.length > MOST_REASONS ? ['and others'] : [])].join('; ');
  }
}
