import type { z } from 'zod';
import { t } from '../../../../shared/texts/t.ts';
import { problemsOf, type Resource, type ResourceRow } from '../resource.ts';

/** A field that would change; values as texts. */
export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What importing a row of a file would do. */
export type ImportStep<Create> =
  | { readonly kind: 'new'; readonly name: string; readonly fields: Create }
  | {
      readonly kind: 'changed';
      readonly name: string;
      readonly fields: Create;
      readonly id: string;
      readonly changes: readonly FieldChange[];
    }
  | { readonly kind: 'same'; readonly name: string }
  | { readonly kind: 'refused'; readonly name: string; readonly problem: string };

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function changesOf(before: Readonly<Record<string, unknown>>, after: object): FieldChange[] {
  const given = new Map(Object.entries(after));
  return Object.entries(before).flatMap(([field, value]) => {
    const change = { field, before: textOf(value), after: textOf(given.get(field)) };
    return change.before === change.after ? [] : [change];
  });
}

/**
 * The rows of a JSON text: of a list, or the one that it is.
 * @returns undefined for a text that is no JSON of rows
 */
export function readRows(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
    return typeof value === 'object' && value !== null ? [value] : undefined;
  } catch {
    return undefined; // no JSON
  }
}

function refusal(error: z.ZodError, place: number): { readonly name: string; readonly problem: string } {
  const problem = Object.entries(problemsOf(error)).map(([field, text]) => (field === '' ? text : `${field}: ${text}`));
  return { name: t('Entry {number}', { number: place }), problem: problem.join(' ') };
}

/** What importing these rows would do, in their order. Rows of one name are one row; the last of a file counts. */
export function planImport<
  Row extends ResourceRow,
  Create extends object,
  Update,
  Created extends { readonly id: string },
>(
  { schemas, files, nameOf }: Resource<Row, Create, Update, Created>,
  stored: readonly Row[],
  rows: readonly unknown[],
): readonly ImportStep<Create>[] {
  if (files === undefined) return [];
  const byName = new Map(stored.toReversed().map((row) => [nameOf(row), row]));
  const steps = new Map<string, ImportStep<Create>>();
  for (const [index, given] of rows.entries()) {
    const parsed = schemas.create.safeParse(given);
    if (!parsed.success) {
      steps.set(` ${index}`, { kind: 'refused', ...refusal(parsed.error, index + 1) });
      continue;
    }
    const fields = parsed.data;
    const name = files.nameOf(fields);
    const row = byName.get(name);
    const changes = row === undefined ? [] : changesOf(files.fieldsOf(row), fields);
    if (row === undefined) steps.set(name, { kind: 'new', name, fields });
    else if (changes.length === 0) steps.set(name, { kind: 'same', name });
    else steps.set(name, { kind: 'changed', name, fields, id: row.id, changes });
  }
  return [...steps.values()];
}
