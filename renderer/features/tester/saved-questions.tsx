import { Download, FlaskConical, Play, Upload, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { z } from 'zod';
import {
  type TestQuestion,
  type TestQuestionFields,
  TestQuestionFieldsSchema,
} from '../../../shared/api/test-questions.ts';
import { parseJson } from '../../../shared/json/parse-json.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { saveText } from '../../ui/save-file.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import type { MeasuredBy } from './use-measuring.ts';

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

/** A question and the sources of its answer, with semicolons between them. */
export function AddQuestion({ onAdd }: { readonly onAdd: (question: TestQuestionFields) => void }) {
  const [question, setQuestion] = useState('');
  const [sources, setSources] = useState('');
  const names = sources.split(';').filter((name) => name.trim() !== '');
  function submit(event: FormEvent) {
    event.preventDefault();
    onAdd({ question, sources: names });
    setQuestion('');
    setSources('');
  }
  return (
    <form aria-label={t('Add a question')} className="flex flex-wrap gap-2" onSubmit={submit}>
      <TextInput
        aria-label={t('Question to save')}
        className="min-w-60 flex-3"
        placeholder={t('A question')}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <TextInput
        aria-label={t('Where its answer stands')}
        className="min-w-48 flex-2"
        placeholder={t('Where its answer stands: handbook.md')}
        value={sources}
        onChange={(event) => setSources(event.target.value)}
      />
      <Button type="submit" disabled={question.trim() === '' || names.length === 0}>
        {t('Add')}
      </Button>
    </form>
  );
}

export interface ToolsProps {
  readonly questions: readonly TestQuestion[];
  readonly isRunning: boolean;
  /** Undefined while the settings can't be sent. */
  readonly onRun: (() => void) | undefined;
  readonly onCancel: () => void;
  readonly onImport: (questions: readonly TestQuestionFields[]) => void;
}

/** What is done with all questions. */
export function QuestionTools({ questions, isRunning, onRun, onCancel, onImport }: ToolsProps) {
  const input = useRef<HTMLInputElement>(null);
  const isEmpty = questions.length === 0;
  async function read(file: File): Promise<void> {
    try {
      onImport(readQuestions(await file.text()));
    } catch (error) {
      showErrorToast(messageOf(error));
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="quiet" icon={<Upload />} onClick={() => input.current?.click()}>
        {t('Import')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.json"
        aria-label={t('List of questions')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) void read(file);
        }}
      />
      <Button
        look="quiet"
        icon={<Download />}
        disabled={isEmpty}
        onClick={() => void saveText('questions.csv', toCsv(questions), 'text/csv')}
      >
        {t('Export CSV')}
      </Button>
      <Button
        look="quiet"
        icon={<Download />}
        disabled={isEmpty}
        onClick={() => void saveText('questions.json', toJson(questions), 'application/json')}
      >
        {t('Export JSON')}
      </Button>
      {isRunning ? (
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      ) : (
        <Button look="primary" icon={<Play />} disabled={isEmpty || onRun === undefined} onClick={onRun}>
          {isEmpty
            ? t('Ask all')
            : t('Ask {count, plural, one {# question} other {# questions}}', { count: questions.length })}
        </Button>
      )}
    </div>
  );
}

/** "place 1", "not found": where the first expected passage is. */
function placeWords(rank: number | undefined): string {
  return rank === undefined ? t('not found') : t('place {number}', { number: rank });
}

export interface QuestionListProps {
  readonly questions: readonly TestQuestion[];
  readonly results: ReadonlyMap<string, MeasuredBy>;
  readonly names: readonly string[];
  readonly onTry: (question: TestQuestion) => void;
  readonly onRemove: (id: string) => void;
}

/** The saved questions, each with its place in both ways to search. */
export function QuestionList({ questions, results, names, onTry, onRemove }: QuestionListProps) {
  if (questions.length === 0) {
    return (
      <EmptyState icon={<FlaskConical aria-hidden="true" />} title={t('No questions yet')}>
        {t(
          'Add questions whose answers you know, each with the file where its answer stands. Asked in both ways, they show which one finds more.',
        )}
      </EmptyState>
    );
  }
  return (
    <VirtualList
      label={t('Saved questions')}
      items={questions}
      keyOf={({ id }) => id}
      rowHeight={44}
      className="h-96 rounded-card border border-border bg-surface"
      renderRow={(one) => (
        <div className="flex min-h-11 items-center gap-3 border-b border-border px-3 py-1">
          <button
            type="button"
            className="min-w-0 flex-1 rounded-sm text-left hover:underline"
            onClick={() => onTry(one)}
          >
            <span className="block truncate">{one.question}</span>
            <span className="block truncate text-secondary text-muted">{one.sources.join('; ')}</span>
          </button>
          {results.get(one.id)?.map(({ rank }, index) => (
            <span
              key={names[index]}
              className={`tabular w-28 shrink-0 text-right text-secondary ${rank === undefined ? 'text-danger' : 'text-muted'}`}
            >
              {names[index]}: {placeWords(rank)}
            </span>
          ))}
          <IconButton
            className="size-7"
            label={t('Remove {question}', { question: one.question })}
            icon={<X />}
            onClick={() => onRemove(one.id)}
          />
        </div>
      )}
    />
  );
}
