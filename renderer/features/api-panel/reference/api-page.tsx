import { Download } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { API_BASE } from '../../../../shared/api/common.ts';
import { KEY_VARIABLE } from '../../../../shared/snippets/example-call.ts';
import { t } from '../../../../shared/texts/t.ts';
import { type ApiDocument, useApiDocument } from '../../../api/api-document.ts';
import { api, messageOf } from '../../../api/client.ts';
import { serverAddress } from '../../../api/server-address.ts';
import { hrefOf } from '../../../stores/router.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { Page } from '../../../ui/page.tsx';
import { rich } from '../../../ui/rich.tsx';
import { saveBlob } from '../../../ui/save-file.ts';
import { commonErrors, findOperations, type OperationGroup } from './find-operations.ts';
import { MethodWord } from './method-word.tsx';
import { ErrorList, OperationPage } from './operation-page.tsx';

/** The arrow keys go from link to link, so that Tab leaves the list at once. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  links[at + step]?.focus();
}

/** In place of an operation: what holds for all. */
const ABOUT = 'about';

interface GroupProps {
  readonly group: OperationGroup;
  readonly currentId: string | undefined;
  /** The link that Tab reaches. */
  readonly entryId: string | undefined;
}

function Group({ group: { tag, operations }, currentId, entryId }: GroupProps) {
  return (
    <section aria-label={tag} className="pb-3">
      <h2 className="sticky top-0 bg-canvas px-3 py-1 font-semibold">{tag}</h2>
      <ul>
        {operations.map(({ operationId, method, summary, path }) => (
          <li key={operationId}>
            <a
              href={hrefOf({ page: 'http-api', operationId })}
              aria-current={operationId === currentId ? 'page' : undefined}
              tabIndex={operationId === entryId ? 0 : -1}
              title={`${method} ${path}`}
              className={classNames(
                'flex gap-2 rounded-control px-3 py-1 transition-colors duration-80',
                operationId === currentId ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <MethodWord method={method} className="w-12 pt-0.5" />
              <span className="min-w-0 flex-1">{summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OperationListProps {
  readonly document: ApiDocument;
  readonly currentId: string | undefined;
  readonly className?: string;
}

/** All operations by resource, with a search. */
function OperationList({ document: api, currentId, className }: OperationListProps) {
  const [words, setWords] = useState('');
  const groups = findOperations(api, words);
  const found = groups.flatMap(({ operations }) => operations);
  const entryId = (found.find(({ operationId }) => operationId === currentId) ?? found[0])?.operationId;
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    if (currentId === undefined) return;
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  return (
    <div className={classNames('min-h-0 flex-col', className)}>
      <div className="px-3 pt-4 pb-2">
        <SearchField label={t('Search operations')} value={words} onChange={setWords} />
        <p role="status" className="mt-2 text-secondary text-muted">
          {found.length === 0
            ? t('No operation has all these words.')
            : t('{count, plural, one {# operation} other {# operations}}', { count: found.length })}
        </p>
      </div>
      <nav
        ref={list}
        aria-label={t('Operations')}
        className="min-h-0 flex-1 overflow-y-auto px-1"
        onKeyDown={moveFocus}
      >
        <a
          href={hrefOf({ page: 'http-api', operationId: ABOUT })}
          aria-current={currentId === ABOUT ? 'page' : undefined}
          className={classNames(
            'mb-2 block rounded-control px-3 py-1 transition-colors duration-80',
            currentId === ABOUT ? 'bg-accent-soft' : 'hover:bg-hover',
          )}
        >
          {t('Address, keys and errors')}
        </a>
        {groups.map((group) => (
          <Group key={group.tag} group={group} currentId={currentId} entryId={entryId} />
        ))}
      </nav>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex max-w-180 flex-col gap-1">
      <h2 className="text-section font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** Saves the description as the server gives it. */
function downloadDescription(): void {
  api
    .open('getOpenApi')
    .then(async (answer) => saveBlob('tributary.json', await answer.blob()))
    .catch((error: unknown) => showErrorToast(messageOf(error)));
}

/** What holds for every call; shown until an operation is chosen, and by its own link. */
function Overview({ document }: { readonly document: ApiDocument }) {
  return (
    <div className="flex flex-col gap-6 px-6 py-5">
      <Part title={t('Address')}>
        <p>
          {rich(
            'All operations are under <code>{address}</code>. They take and answer JSON; those that take files take a form as well. This window uses the same operations.',
            {
              address: serverAddress + API_BASE,
              code: (words) => <code className="font-mono text-secondary break-all">{words}</code>,
            },
          )}
        </p>
      </Part>
      <Part title={t('Keys')}>
        <p>
          {rich(
            'A call of a flow that is bound to a key, and every call where the settings ask for one, needs the header <code>{header}</code> and the key. The examples read it from the environment variable <code>{variable}</code>.',
            {
              header: 'Authorization: Bearer',
              variable: KEY_VARIABLE,
              code: (words) => <code className="font-mono text-secondary">{words}</code>,
            },
          )}
        </p>
        <a className="self-start text-accent underline" href={hrefOf({ page: 'resources', tab: 'api-keys' })}>
          {t('Make and manage API keys')}
        </a>
      </Part>
      <Part title={t('For tools')}>
        <p>{t('The same description as an OpenAPI 3.1 document, from which tools make clients:')}</p>
        <Button className="self-start" icon={<Download aria-hidden="true" />} onClick={downloadDescription}>
          {t('Download the description')}
        </Button>
      </Part>
      <Part title={t('Errors of every call')}>
        <p>{t('An error has a status, a code whose meaning never changes, and a message with what to do.')}</p>
        <ErrorList errors={commonErrors(document)} document={document} />
      </Part>
    </div>
  );
}

function Shown({
  document,
  operationId,
}: {
  readonly document: ApiDocument;
  readonly operationId: string | undefined;
}) {
  if (operationId === undefined || operationId === ABOUT) return <Overview document={document} />;
  const operation = document.operations.find((each) => each.operationId === operationId);
  if (operation !== undefined) return <OperationPage key={operationId} operation={operation} document={document} />;
  return (
    <EmptyState
      title={t('There is no such operation')}
      action={
        <Button onClick={() => window.location.assign(hrefOf({ page: 'http-api' }))}>{t('Show all operations')}</Button>
      }
    >
      {t('This server has no operation “{operationId}”. Search for it by its words.', { operationId })}
    </EmptyState>
  );
}

/** All operations of the HTTP API, to read and to try. In a narrow window either the list or an operation is there. */
export function ApiPage({ operationId }: { readonly operationId: string | undefined }) {
  const isChosen = operationId !== undefined;
  return (
    <Page
      title={t('HTTP API')}
      width="full"
      {...(isChosen ? { back: { label: t('All operations'), href: hrefOf({ page: 'http-api' }) } } : {})}
    >
      <QueryState query={useApiDocument()} loading={t('Reading the description of the API…')}>
        {(document) => (
          <div className="flex min-h-0 flex-1 max-lg:flex-col">
            <OperationList
              document={document}
              currentId={operationId}
              className={classNames(
                'w-88 shrink-0 border-r border-border max-lg:w-full max-lg:flex-1 max-lg:border-r-0',
                isChosen ? 'flex max-lg:hidden' : 'flex',
              )}
            />
            <div
              // A page of its own for each operation: it starts at its top.
              key={operationId}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must reach what scrolls
              tabIndex={0}
              className={classNames('min-h-0 min-w-0 flex-1 overflow-y-auto', !isChosen && 'max-lg:hidden')}
            >
              <Shown document={document} operationId={operationId} />
            </div>
          </div>
        )}
      </QueryState>
    </Page>
  );
}
