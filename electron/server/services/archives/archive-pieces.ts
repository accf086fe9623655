import { OperationalError } from '../../../../shared/errors/errors.ts';

/** Rows as a part holds them. */
export function lines(rows: readonly unknown[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** What is exported has changed since the export began. */
export function changedMeanwhile(what: string, cause?: unknown): OperationalError {
  const message = `What the ${what} holds was changed meanwhile: export it again.`;
  return new OperationalError('STORE_BUSY', message, { cause });
}
