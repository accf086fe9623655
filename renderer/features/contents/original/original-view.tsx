import { useMutation } from '@tanstack/react-query';
import { Download, ExternalLink, FileQuestion, FolderSearch, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { formatBytes, formatCount } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import {
  fetchOriginal,
  type Original,
  type Passage,
  type ShownChunk,
  type SourceOf,
  useOriginal,
  usePassage,
} from '../../../api/originals.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { saveBlob } from '../../../ui/save-file.ts';
import { showInFolder } from '../../../ui/show-in-folder.ts';

type TextPassage = Extract<Passage, { kind: 'text' }>;

interface TextViewProps {
  readonly name: string;
  readonly passage: TextPassage;
}

interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
  /** Where it begins. */
  readonly at: number;
}

function piecesOf({ text, ranges }: TextPassage): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to } of ranges) {
    pieces.push({ text: text.slice(at, from), isMarked: false, at });
    pieces.push({ text: text.slice(from, to), isMarked: true, at: from });
    at = to;
  }
  pieces.push({ text: text.slice(at), isMarked: false, at });
  return pieces.filter((piece) => piece.text !== '');
}

/** Names of programs and data, whose columns matter. */
const CODE =
  /\.(?:[cm]?[jt]sx?|py|java|kt|go|rs|rb|php|cs|cpp|cc|c|h|hpp|swift|scala|sql|sh|ps1|json|jsonl|ya?ml|toml|ini|xml|css|scss|lua|r)$/i;

/** The text of an original with the passage marked, scrolled to it. */
function TextView({ name, passage }: TextViewProps) {
  const mark = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage is scrolled to, too.
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, [passage]);
  const pieces = piecesOf(passage);
  const first = pieces.find(({ isMarked }) => isMarked);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
      tabIndex={0}
      aria-label={t('Text of the original')}
      className="min-h-0 flex-1 overflow-auto bg-surface px-6 py-4"
    >
      {passage.isCutBefore ? (
        <p className="pb-3 text-secondary text-muted">{t('The text begins earlier: download it to read all.')}</p>
      ) : null}
      <div
        className={classNames(
          'max-w-180 break-words whitespace-pre-wrap',
          CODE.test(name) ? 'font-mono text-secondary leading-5' : 'leading-6',
        )}
      >
        {pieces.map((piece) =>
          piece.isMarked ? (
            <mark
              key={piece.at}
              ref={piece === first ? mark : undefined}
              className="rounded-sm bg-warning-soft text-ink outline outline-warning/40"
            >
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )}
      </div>
      {passage.isCutBehind ? (
        <p className="pt-3 text-secondary text-muted">{t('The text goes on: download it to read all.')}</p>
      ) : null}
    </section>
  );
}

type TablePassage = Extract<Passage, { kind: 'table' }>;

interface TableViewProps {
  readonly name: string;
  readonly passage: TablePassage;
}

const cell = 'max-w-100 border-b border-border px-3 py-1.5 text-left align-top break-words whitespace-pre-wrap';

/** Rows of a table around the one that the chunk was made from, scrolled to it. */
function TableView({ name, passage: { sheet, columns, rows, isCutBefore, isCutBehind, ...passage } }: TableViewProps) {
  const marked = useRef<HTMLTableRowElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is scrolled to, too.
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'center' });
  }, [rows]);
  const [first, last] = [rows[0]?.number ?? 0, rows.at(-1)?.number ?? 0];
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
      tabIndex={0}
      aria-label={t('Table of the original')}
      className="min-h-0 flex-1 overflow-auto bg-surface"
      data-found={passage.found}
    >
      {sheet === null ? null : (
        <p className="sticky left-0 px-3 pt-2 pb-1 font-medium">
          {t('Sheet {sheet}', { sheet })}{' '}
          <span className="text-secondary font-normal text-muted">{t('Download the file to see all of it.')}</span>
        </p>
      )}
      <table className="tabular w-full border-separate border-spacing-0 text-secondary">
        <caption className="sr-only">
          {sheet === null
            ? t('Rows {first} to {last} of {name}', { first, last, name })
            : t('Rows {first} to {last} of the sheet {sheet} of {name}', { first, last, sheet, name })}
        </caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            <th scope="col" className={classNames(cell, 'text-muted')}>
              {t('Row')}
            </th>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table may have equal names.
              <th key={index} scope="col" className={classNames(cell, 'font-semibold')}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells, isMarked }) => (
            <tr
              key={number}
              ref={isMarked ? marked : undefined}
              aria-current={isMarked ? 'true' : undefined}
              className={isMarked ? 'bg-warning-soft' : undefined}
            >
              <th scope="row" className={classNames(cell, 'font-normal text-muted')}>
                {formatCount(number)}
              </th>
              {cells.map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never change their order.
                <td key={index} className={cell}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isCutBefore || isCutBehind ? (
        <p className="px-3 py-2 text-secondary text-muted">
          {t('Rows {first} to {last} are shown: download the file to see all.', {
            first: formatCount(first),
            last: formatCount(last),
          })}
        </p>
      ) : null}
    </section>
  );
}

// pdf.js is large: only who looks at a PDF loads it.
const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }));

export interface OriginalViewProps {
  readonly ownerId: string;
  /** `source` in the metadata of its chunks. */
  readonly source: string;
  /** Of a document store: the loader, where several have such a file. */
  readonly docId?: string | undefined;
  /** What to mark; undefined shows the beginning. */
  readonly chunk: ShownChunk | undefined;
  /** Closes it, where it stands beside something. */
  readonly onClose?: () => void;
}

function Loading() {
  return (
    <p role="status" className="p-4 text-muted">
      {t('Opening the original…')}
    </p>
  );
}

function Nowhere({ original }: { readonly original: Original }) {
  const { place, url, message } = original;
  return (
    <div className="flex flex-1 items-center justify-center p-6">
      <EmptyState
        icon={<FileQuestion aria-hidden="true" />}
        title={place === 'web' ? t('The original is on the web') : t('There is no original to show')}
        action={
          url === null ? undefined : (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1.5 text-accent underline"
            >
              <ExternalLink aria-hidden="true" className="size-4" />
              {t('Open {host}', { host: new URL(url).host })}
            </a>
          )
        }
      >
        {message}
      </EmptyState>
    </div>
  );
}

const notes = {
  whole: undefined,
  partly: t('The chunk differs from the original: what they have in common is marked.'),
  around: t('The sentence is not in the original as the passage has it: the whole passage is marked.'),
  none: t('The chunk is not in the original as it is now. This is where it should be.'),
  unread: t('Pages of the original are pictures whose text could not be recognised again: nothing is marked.'),
} as const satisfies Readonly<Record<Passage['found'], string | undefined>>;

const notesOfChanged = {
  ...notes,
  whole: t('The original or the passage was changed since. What is marked is still the same.'),
  around: t(
    'The original or the passage was changed since, and the sentence is gone: what they have in common is marked.',
  ),
} as const;

/** What people should know of the mark. */
function MarkNote({ passage: { found, isChanged } }: { readonly passage: Passage }) {
  const note = (isChanged ? notesOfChanged : notes)[found];
  if (note === undefined) return null;
  return (
    <p role="status" className="border-b border-border bg-warning-soft px-4 py-1.5 text-secondary text-warning">
      {note}
    </p>
  );
}

function Shown({ of, original, chunk }: { of: SourceOf; original: Original; chunk: ShownChunk | undefined }) {
  const query = usePassage(of, chunk);
  return (
    <QueryState query={query} loading={t('Looking for the chunk in the original…')}>
      {(passage) => (
        <div className="flex min-h-0 flex-1 flex-col" data-passage={query.isPlaceholderData ? 'old' : passage.found}>
          {chunk === undefined ? null : <MarkNote passage={passage} />}
          {passage.kind === 'text' ? <TextView name={of.source} passage={passage} /> : null}
          {passage.kind === 'table' ? <TableView name={of.source} passage={passage} /> : null}
          {passage.kind === 'pdf' ? (
            <Suspense fallback={<Loading />}>
              <PdfView of={of} sizeBytes={original.sizeBytes ?? 0} passage={passage} />
            </Suspense>
          ) : null}
        </div>
      )}
    </QueryState>
  );
}

/** In the app, of a file that lies on this machine where a person finds it. */
function ShowPlace({ path }: { readonly path: string | null }) {
  if (window.tributary === undefined || path === null) return null;
  return <IconButton label={t('Show in folder')} icon={<FolderSearch />} onClick={() => void showInFolder(path)} />;
}

/** The file that a chunk was made from, with the chunk marked in it, to be put beside a list of chunks. Fills its container. */
export function OriginalView({ ownerId, source, docId, chunk, onClose }: OriginalViewProps) {
  const of: SourceOf = { ownerId, source, docId };
  const query = useOriginal(of);
  const download = useMutation({
    async mutationFn() {
      const { name, content } = await fetchOriginal(of);
      await saveBlob(name, content);
    },
  });
  const isHere = query.data?.sizeBytes !== null && query.data !== undefined;
  return (
    <section aria-label={t('Original')} className="flex h-full min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <header className="flex min-h-12 shrink-0 items-center justify-between gap-3 border-b border-border px-4">
        <div className="min-w-0">
          <h2 className="truncate font-semibold" title={source}>
            {source}
          </h2>
          {isHere ? (
            <p className="truncate text-secondary text-muted" title={query.data.message}>
              {formatBytes(query.data.sizeBytes ?? 0)} · {query.data.message}
            </p>
          ) : null}
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {isHere ? (
            <Button
              look="quiet"
              icon={<Download aria-hidden="true" />}
              disabled={download.isPending}
              onClick={() => download.mutate()}
            >
              {t('Download')}
            </Button>
          ) : null}
          {query.data === undefined ? null : <ShowPlace path={query.data.path} />}
          {onClose === undefined ? null : <IconButton label={t('Close the original')} icon={<X />} onClick={onClose} />}
        </div>
      </header>
      {download.error === null ? null : (
        <p role="alert" className="border-b border-border bg-danger-soft px-4 py-1.5 text-secondary text-danger">
          {download.error.message}
        </p>
      )}
      <QueryState query={query} loading={t('Looking for the original…')}>
        {(original) => (isHere ? <Shown of={of} original={original} chunk={chunk} /> : <Nowhere original={original} />)}
      </QueryState>
    </section>
  );
}
