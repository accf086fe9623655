import { Upload } from 'lucide-react';
import { countOf } from '../../../shared/text/format.ts';
import { messageOf } from '../../api/client.ts';
import { useHasHistory } from '../../api/runs.ts';
import { fetchSample, type Sample, useSamples } from '../../api/samples.ts';
import { pickedFiles } from '../../forms/picked-files.ts';
import { goToNode } from '../../stores/canvas-view-store.ts';
import { chooseTarget } from '../../stores/flow/flow-check.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileList } from './file-list.tsx';
import { OwnSourceList } from './own-source-list.tsx';
import { chooseFiles, dropFiles, isBusy, type UpsertSession } from './upsert-session.ts';
import type { FlowFacts } from './use-flow.ts';

export interface UpsertFormProps {
  readonly chatflowId: string;
  readonly session: UpsertSession;
  readonly facts: FlowFacts;
  readonly onUpsert: () => void;
}

/** Why the upsert cannot start now; undefined when it can. */
function hindranceOf({ session, facts }: UpsertFormProps): string | undefined {
  if (isBusy(session)) return 'An upsert is running.';
  if (facts.problems.length > 0) return `Fix ${countOf(facts.problems.length, 'problem')} first.`;
  if (facts.needsFiles && session.choice.files.length === 0) return 'Choose a file first.';
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
      No file at hand?
      <Button look="quiet" className="h-7 px-2 text-accent" onClick={() => void take(fitting)}>
        Use the sample documents
      </Button>
    </p>
  );
}

/** Which of several vector stores is filled, and queried. */
function TargetChoice({ facts, isDisabled }: { readonly facts: FlowFacts; readonly isDisabled: boolean }) {
  if (facts.target === undefined) return null;
  return (
    <Field label="Vector store to fill">
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

/** Stores of one label are told apart by their ids. */
function storeOptions(stores: FlowFacts['stores']) {
  return stores.map(({ id, label }) => {
    const isOnly = stores.filter((store) => store.label === label).length === 1;
    return { value: id, label: isOnly ? label : `${label} (${id})` };
  });
}

/** The files of the next upsert and the button that starts it. */
export function UpsertForm(props: UpsertFormProps) {
  const { chatflowId, session, facts, onUpsert } = props;
  const { files } = session.choice;
  const isDisabled = isBusy(session);
  const hindrance = hindranceOf(props);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4 pb-3">
        <TargetChoice facts={facts} isDisabled={isDisabled} />
        {facts.accepted.extensions.length > 0 ? (
          <DropZone
            accepted={facts.accepted.extensions}
            isDisabled={isDisabled}
            onFiles={(incoming) => chooseFiles(chatflowId, incoming, facts.accepted)}
          />
        ) : facts.hasLoader ? null : (
          <p className="text-muted">Add a document loader to the flow to choose files for it here.</p>
        )}
        <FileList
          choice={session.choice}
          isDisabled={isDisabled}
          onRemove={(path) => dropFiles(chatflowId, [path])}
          onClear={() =>
            dropFiles(
              chatflowId,
              files.map(({ path }) => path),
            )
          }
        />
        {facts.needsFiles ? <SampleOffer {...props} /> : null}
        {facts.ownSources.length === 0 ? null : (
          <OwnSourceList
            title={facts.accepted.extensions.length === 0 ? 'This flow reads by itself' : 'It also reads by itself'}
            sources={facts.ownSources}
            onSelectNode={goToNode}
          />
        )}
      </div>
      <div className="flex shrink-0 items-center gap-3 border-t border-border px-4 py-3">
        <Button
          look="primary"
          icon={<Upload />}
          disabled={hindrance !== undefined}
          aria-describedby={hindrance === undefined ? undefined : 'upsert-hindrance'}
          onClick={onUpsert}
        >
          {files.length === 0 ? 'Upsert' : `Upsert ${countOf(files.length, 'file')}`}
        </Button>
        {hindrance === undefined ? null : (
          <p id="upsert-hindrance" className="text-secondary text-muted">
            {hindrance}
          </p>
        )}
      </div>
    </div>
  );
}
