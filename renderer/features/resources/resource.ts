import type { ComponentType, ReactNode } from 'react';
import type { z } from 'zod';
import { faultOf } from '../../../shared/errors/describe-fault.ts';
import type { ResourceCalls } from '../../api/resources.ts';
import type { SelectOption } from '../../ui/controls/select.tsx';

/** The values of a form as they are typed, by the name of the field. */
export type Draft = Readonly<Record<string, string>>;

export interface ResourceField {
  /** As the schema of the resource names it, or `outer.inner`: where its problems belong. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'long' | 'secret' | 'javascript' | 'json' | 'choice' | 'credential' | 'parameters';
  readonly help?: string;
  readonly placeholder?: string;
  readonly options?: readonly SelectOption[];
}

export interface ResourceRow {
  readonly id: string;
  readonly updatedDate: string;
}

/** Says of fields what is wrong with them beyond what the schema says. */
export type Problems = Readonly<Record<string, string>>;

/** The texts of a page that name what it is about, each of them whole: languages bend words in their own ways. */
export interface ResourceWords {
  /** "New tool". */
  readonly new: string;
  /** "Create tool". */
  readonly create: string;
  /** "Delete tool", on the button of the question what is lost with it. */
  readonly remove?: string;
  /** "The tool “add_numbers” is deleted." */
  readonly removed: (name: string) => string;
  /** "Choose a row to see and change the tool". */
  readonly choose: string;
  /** "Loading tools…". */
  readonly loading: string;
  /** "Search tools". */
  readonly search: string;
  /** "Show all tools". */
  readonly showAll: string;
}

export interface ImportWords {
  /** "Import tools". */
  readonly title: string;
  /** Which file to choose, where the chosen one is none. */
  readonly whatToChoose: string;
  /** "Import 2 tools". */
  readonly start: (count: number) => string;
  /** "2 tools imported." */
  readonly done: (count: number) => string;
}

/** How rows go to files and come from there. Rows are distinguished by their name. */
export interface ResourceFiles<Row> {
  readonly words: ImportWords;
  /** The fields of a row that a file has, by the schema that creates one. */
  fieldsOf(row: Row): Readonly<Record<string, unknown>>;
  /** The name that a row of a file has. */
  nameOf(fields: unknown): string;
}

/** A kind of thing that people keep: all that its page has to know. */
export interface Resource<Row extends ResourceRow, Create, Update, Created extends { readonly id: string } = Row> {
  /** Of its address. */
  readonly tab: string;
  readonly title: string;
  readonly words: ResourceWords;
  readonly icon: ReactNode;
  readonly empty: { readonly title: string; readonly text: string };
  readonly calls: ResourceCalls<Row, Create, Update, Created>;
  readonly schemas: { readonly create: z.ZodType<Create>; readonly update: z.ZodType<Update> };
  nameOf(row: Row): string;
  /** The line below the name in the list. */
  noteOf(row: Row): ReactNode;
  /** The line below the name of the open row: what its form does not say. */
  lineOf(row: Row): ReactNode;
  /** What the search looks through. */
  textOf(row: Row): string;
  /** @param rows all there are, as far as they are known */
  fieldsOf(draft: Draft, row: Row | undefined, rows: readonly Row[]): readonly ResourceField[];
  /** What the form shows of a row, or of a new one. */
  draftOf(row: Row | undefined): Draft;
  /** What the schemas check. */
  read(draft: Draft, row: Row | undefined): unknown;
  check?(draft: Draft): Problems;
  /** Below the form of a stored row. */
  readonly Details?: ComponentType<{ readonly row: Row }>;
  /** Shown once in place of the form, when a row was made. */
  readonly Created?: ComponentType<{ readonly created: Created; readonly onDone: () => void }>;
  /** What is lost with a row. Without it, deleting can be undone. */
  readonly Loss?: ComponentType<{ readonly row: Row }>;
  readonly files?: ResourceFiles<Row>;
}

function sentenceOf(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.。]$/.test(text) ? text : `${text}.`;
}

/** The first problem of each field by the schema's words, as a sentence. */
export function problemsOf(error: z.ZodError): Problems {
  const problems: Record<string, string> = {};
  for (const issue of error.issues) {
    problems[issue.path.join('.')] ??= sentenceOf(faultOf(issue));
  }
  return problems;
}
