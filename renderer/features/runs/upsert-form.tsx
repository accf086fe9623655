import { Ban, Eye, Upload } from 'lucide-react';
import { type ClipboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useHasHistory } from '../../api/runs.ts';
import { fetchSample, type Sample, useSamples } from '../../api/samples.ts';
import { type PickedFile, pickedFiles } from '../../forms/picked-files.ts';
import { goToNode } from '../../stores/canvas-view-store.ts';
import { useEditorLayoutStore } from '../../stores/editor-layout-store.ts';
import { chooseTarget } from '../../stores/flow/upsert-target.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Tooltip } from '../../ui/controls/tooltip.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { NodeIcon } from '../../ui/node-icon.tsx';
import { AddText } from './add-text.tsx';
import { AddWebPage } from './add-web-page.tsx';
import type { OwnSource } from './choose-files.ts';
import { DropZone } from './drop-zone.tsx';
import { ChoiceNews, type FileActions, FileList } from './file-list.tsx';
import type { FileRow } from './file-rows.ts';
import { chooseFiles, dropFiles, isBusy, type UpsertSession } from './upsert-session.ts';
import type { FlowFacts } from './use-flow.ts';

interface OwnSourceListProps {
  readonly title: string;
  readonly sources: readonly OwnSource[];
  readonly onSelectNode: (nodeId: string) => void;
}

/** What the flow reads by itself; each leads to its node. */
function OwnSourceList({ title, sources, onSelectNode }: OwnSourceListProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="text-secondary text-muted">{title}</h3>
      <ul className="-mx-2 flex flex-col">
        {sources.map(({ nodeId, label, definition, summary }) => (
          <li key={nodeId}>
            <button
              type="button"
              className="flex w-full items-center gap-2.5 rounded-control px-2 py-1 text-left hover:bg-hover"
              onClick={() => onSelectNode(nodeId)}
            >
              <NodeIcon definition={definition} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{label}</span>
                <span className="block truncate text-secondary text-muted" title={summary}>
                  {summary}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LeftOutListProps {
  readonly nodes: readonly GraphNode[];
  readonly onSelectNode: (nodeId: string) => void;
}

/** The disabled nodes that a run does without; each leads to its node, where it is enabled. */
function LeftOutList({ nodes, onSelectNode }: LeftOutListProps) {
  if (nodes.length === 0) return null;
  return (
    <section
      aria-label={t('Left out')}
      className="flex shrink-0 flex-wrap items-center gap-x-1 px-4 pb-2 text-secondary text-muted"
    >
      <Ban aria-hidden="true" className="size-3.5 shrink-0" />
      <h3 className="pl-0.5">{t('Disabled, so left out:')}</h3>
      <ul className="flex flex-wrap">
        {nodes.map(({ id, data }) => (
          <li key={id}>
            <Button look="quiet" className="h-6 px-1.5" onClick={() => onSelectNode(id)}>
              {data.label === '' ? data.name : data.label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export interface UpsertFormProps {
  readonly chatflowId: string;
  readonly session: UpsertSession;
  readonly facts: FlowFacts;
  /** The files, as far as they have come. */
  readonly rows: readonly FileRow[];
  readonly retryOf: FileActions['retryOf'];
  readonly onUpsert: () => void;
  readonly onDryRun: () => void;
}

/** What takes texts as they are, the plainest first. */
const TEXT_TYPES = ['.txt', '.md', '.html'];

/** What is being added in place of files. */
type Adding = { readonly kind: 'text' | 'web'; readonly text: string } | undefined;

interface SourcesProps extends Pick<UpsertFormProps, 'chatflowId' | 'session' | 'facts'> {
  readonly adding: Adding;
  readonly onAdding: (adding: Adding) => void;
}

/** Why the upsert cannot start now; undefined when it can. */
function hindranceOf({ session, facts }: UpsertFormProps): string | undefined {
  if (isBusy(session))
    return session.state.step === 'checking' ? t('A dry run is going on.') : t('An upsert is running.');
  if (facts.problems.length > 0)
    return t('Fix {count, plural, one {# problem} other {# problems}} first.', { count: facts.problems.length });
  if (facts.needsFiles && session.choice.files.length === 0) return t('Choose a file first.');
  return undefined;
}

/** Offers the sample documents until the flow has been upserted once. */
function SampleOffer({ chatflowId, session, facts }: UpsertFormProps) {
  const hasHistory = useHasHistory(chatflowId);
  const isWanted = hasHistory === false && session.choice.files.length === 0 && !isBusy(session);
  const { data = [] } = useSamples(isWanted);
  const fitting = data.filter((sample) =>
    facts.accepted.extensions.some((extension) => sample.name.endsWith(extension)),
  );
  async function take(samples: readonly Sample[]) {
    try {
      const files = await Promise.all(samples.map((sample) => fetchSample(sample.name)));
      chooseFiles(chatflowId, pickedFiles(files), facts.accepted);
    } catch (error) {
      showErrorToast(messageOf(error));
    }
  }
  if (!isWanted || fitting.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
      {t('No file at hand?')}
      <Button look="quiet" className="h-7 px-2 text-accent" onClick={() => void take(fitting)}>
        {t('Use the sample documents')}
      </Button>
    </p>
  );
}

/** Which of several vector stores is filled, and queried. */
function TargetChoice({ facts, isDisabled }: { readonly facts: FlowFacts; readonly isDisabled: boolean }) {
  if (facts.target === undefined) return null;
  return (
    <Field label={t('Vector store to fill')}>
      {(control) => (
        <Select
          {...control}
          disabled={isDisabled}
          value={facts.target ?? ''}
          options={storeOptions(facts.stores)}
          onValueChange={chooseTarget}
        />
      )}
    </Field>
  );
}

/** Stores of one label are distinguished by their ids. */
function storeOptions(stores: FlowFacts['stores']) {
  return stores.map(({ id, label }) => {
    const isOnly = stores.filter((store) => store.label === label).length === 1;
    return { value: id, label: isOnly ? label : `${label} (${id})` };
  });
}

/** Where files, texts and pages come from. */
function Sources({ chatflowId, session, facts, adding, onAdding }: SourcesProps) {
  const { extensions } = facts.accepted;
  const take = (files: readonly PickedFile[]) => {
    chooseFiles(chatflowId, files, facts.accepted);
    onAdding(undefined);
  };
  const onCancel = () => onAdding(undefined);
  if (adding?.kind === 'text') {
    const extension = TEXT_TYPES.find((type) => extensions.includes(type)) ?? '.txt';
    return <AddText text={adding.text} extension={extension} onAdd={(file) => take([file])} onCancel={onCancel} />;
  }
  if (adding?.kind === 'web') {
    return <AddWebPage address={adding.text} onAdd={(file) => take([file])} onCancel={onCancel} />;
  }
  // Nothing can be chosen now, and the files of the run need the room.
  if (isBusy(session)) return null;
  return (
    <DropZone
      accepted={extensions}
      isSmall={session.choice.files.length > 0 || session.choice.refused.length > 0}
      onFiles={take}
      onAddText={() => onAdding({ kind: 'text', text: '' })}
      onAddWebPage={() => onAdding({ kind: 'web', text: '' })}
    />
  );
}

/** Gives the button the focus once, when that is wanted and it can be pressed. */
function useWantedFocus(button: RefObject<HTMLButtonElement | null>, isReady: boolean): void {
  const isWanted = useEditorLayoutStore((state) => state.isStartWanted);
  useEffect(() => {
    if (!isWanted || !isReady) return;
    button.current?.focus();
    useEditorLayoutStore.setState({ isStartWanted: false });
  }, [button, isWanted, isReady]);
}

/** The buttons below the files. */
function Buttons({ hindrance, props }: { readonly hindrance: string | undefined; readonly props: UpsertFormProps }) {
  const { session, onUpsert, onDryRun } = props;
  const { files } = session.choice;
  const described = hindrance === undefined ? undefined : 'upsert-hindrance';
  const start = useRef<HTMLButtonElement>(null);
  useWantedFocus(start, hindrance === undefined);
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-t border-border px-4 py-3">
      <Button
        ref={start}
        look="primary"
        icon={<Upload />}
        disabled={hindrance !== undefined}
        aria-describedby={described}
        onClick={onUpsert}
      >
        {files.length === 0
          ? t('Upsert')
          : t('Upsert {count, plural, one {# file} other {# files}}', { count: files.length })}
      </Button>
      <Tooltip label={t('See what would change before anything is written')}>
        <Button icon={<Eye />} disabled={hindrance !== undefined} aria-describedby={described} onClick={onDryRun}>
          {t('Dry run')}
        </Button>
      </Tooltip>
      {hindrance === undefined ? null : (
        <p id="upsert-hindrance" className={isBusy(session) ? 'sr-only' : 'text-secondary text-muted'}>
          {hindrance}
        </p>
      )}
    </div>
  );
}

/** What is pasted into the drawer: files at once; a text or an address as something to look at before it is added. */
function onPasteInto({ chatflowId, session, facts }: UpsertFormProps, onAdding: SourcesProps['onAdding']) {
  return (event: ClipboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isTyping || isBusy(session) || facts.accepted.extensions.length === 0) return;
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData('text/plain').trim();
    if (files.length === 0 && text === '') return;
    event.preventDefault();
    event.stopPropagation(); // else nodes would be looked for in it
    if (files.length > 0) chooseFiles(chatflowId, pickedFiles(files), facts.accepted);
    else onAdding({ kind: /^https?:\/\/\S+$/i.test(text) ? 'web' : 'text', text });
  };
}

/** The files of the next upsert and the button that starts it. */
export function UpsertForm(props: UpsertFormProps) {
  const { chatflowId, session, facts, rows, retryOf } = props;
  const [adding, setAdding] = useState<Adding>();
  const { files } = session.choice;
  const isFree = !isBusy(session) && files.length > 0;
  const paths = files.map(({ path }) => path);
  return (
    <div className="flex min-h-0 flex-1 flex-col" onPaste={onPasteInto(props, setAdding)}>
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4 pb-2">
        <TargetChoice facts={facts} isDisabled={isBusy(session)} />
        {facts.accepted.extensions.length > 0 ? (
          <Sources chatflowId={chatflowId} session={session} facts={facts} adding={adding} onAdding={setAdding} />
        ) : facts.hasLoader ? null : (
          <p className="text-muted">{t('Add a document loader to the flow to choose files for it here.')}</p>
        )}
        <ChoiceNews choice={session.choice} onDismiss={() => dropFiles(chatflowId, [])} />
        <FileList
          rows={rows}
          onRemove={isFree ? (path) => dropFiles(chatflowId, [path]) : undefined}
          onClear={isFree && files.length > 1 ? () => dropFiles(chatflowId, paths) : undefined}
          retryOf={retryOf}
        />
        {facts.needsFiles && adding === undefined ? <SampleOffer {...props} /> : null}
        {facts.ownSources.length === 0 ? null : (
          <OwnSourceList
            title={
              facts.accepted.extensions.length === 0 ? t('This flow reads by itself') : t('It also reads by itself')
            }
            sources={facts.ownSources}
            onSelectNode={goToNode}
          />
        )}
      </div>
      <LeftOutList nodes={facts.leftOut} onSelectNode={goToNode} />
      <Buttons hindrance={hindranceOf(props)} props={props} />
    </div>
  );
}
