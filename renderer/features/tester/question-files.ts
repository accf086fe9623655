import { z } from 'zod';
import { type TestQuestionFields, TestQuestionFieldsSchema } from '../../../shared/api/test-questions.ts';
import { parseJson } from '../../../shared/json/parse-json.ts';
import { t } from '../../../shared/texts/t.ts';

/** What separates the sources in a cell. */
const BETWEEN = ';';

function cell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table for spreadsheets: `question,sources`, the sources with semicolons between them. */
export function toCsv(questions: readonly TestQuestionFields[]): string {
  const rows = questions.map(({ question, sources }) => [question, sources.join(`${BETWEEN} `)]);
  return [['question', 'sources'], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

export function toJson(questions: readonly TestQuestionFields[]): string {
  return `${JSON.stringify(
    questions.map(({ question, sources }) => ({ question, sources })),
    null,
    2,
  )}\n`;
}

/** Cells of a table; line ends may stand in quoted ones. */
function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, quoted, plain = '', end] = match;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.some((value) => value.trim() !== ''));
}

const ListSchema = z.array(TestQuestionFieldsSchema);

/**
 * Reads a list of questions, as CSV or as JSON.
 * @throws Error that says what is wrong with it
 */
export function readQuestions(text: string): readonly TestQuestionFields[] {
  const plain = text.replace(/^\uFEFF/, '');
  const isJson = plain.trimStart().startsWith('[');
  const given = isJson
    ? parseJson(plain)
    : parseCsv(plain)
        .filter(([question], index) => index > 0 || question?.trim().toLowerCase() !== 'question')
        .map(([question = '', sources = '']) => ({
          question,
          sources: sources.split(BETWEEN).filter((source) => source.trim() !== ''),
        }));
  const parsed = ListSchema.safeParse(given);
  if (parsed.success && parsed.data.length > 0) return parsed.data;
  const row = parsed.success ? undefined : parsed.error.issues[0]?.path[0];
  throw new Error(
    typeof row === 'number'
      ? t(
          'Entry {number} of the list has no question with a source: write a table with the columns question and sources, or JSON with these names.',
          { number: row + 1 },
        )
      : t(
          'The list has no question with a source: write a table with the columns question and sources, or JSON with these names.',
        ),
  );
}
