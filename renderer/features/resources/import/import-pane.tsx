import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useResourceChange } from '../../../api/resources.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../../ui/feedback/error-notice.tsx';
import { StatusBadge, type StatusTone } from '../../../ui/feedback/status-badge.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import type { ImportWords, Resource, ResourceRow } from '../resource.ts';
import { type FieldChange, type ImportStep, planImport, readRows } from './compare-rows.ts';

const LOOKS: Readonly<Record<ImportStep<unknown>['kind'], { readonly label: string; readonly tone: StatusTone }>> = {
  new: { label: t('New'), tone: 'success' },
  changed: { label: t('Changed'), tone: 'active' },
  same: { label: t('As it is'), tone: 'neutral' },
  refused: { label: t('Left out'), tone: 'danger' },
};

function Change({ change: { field, before, after } }: { readonly change: FieldChange }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 text-secondary">
      <dt className="text-muted">{field}</dt>
      <dd className="min-w-0">
        <del className="line-clamp-3 font-mono break-words whitespace-pre-wrap text-danger">{before || t('empty')}</del>
        <ins className="line-clamp-3 font-mono break-words whitespace-pre-wrap text-success no-underline">
          {after || t('empty')}
        </ins>
      </dd>
    </div>
  );
}

/** What an import would do, entry by entry. */
function ImportSteps({ steps }: { readonly steps: readonly ImportStep<unknown>[] }) {
  if (steps.length === 0) return null;
  return (
    <ul aria-label={t('What the import does')} className="max-h-120 overflow-y-auto rounded-card border border-border">
      {steps.map((step) => (
        <li key={step.name} className="flex flex-col gap-2 border-b border-border px-3 py-2 last:border-b-0">
          <div className="flex items-center gap-3">
            <span className="min-w-0 flex-1 truncate font-medium">{step.name}</span>
            <StatusBadge tone={LOOKS[step.kind].tone}>{LOOKS[step.kind].label}</StatusBadge>
          </div>
          {step.kind === 'refused' ? <p className="text-secondary text-danger">{step.problem}</p> : null}
          {step.kind === 'changed' ? (
            <dl className="flex flex-col gap-1">
              {step.changes.map((change) => (
                <Change key={change.field} change={change} />
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

function FileChoice({ onChoose }: { readonly onChoose: (file: ChosenFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file !== undefined) onChoose({ name: file.name, text: await file.text() });
  };
  function drop(event: DragEvent) {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className="flex flex-col items-center gap-3 rounded-card border border-dashed border-border-strong/60 p-8 text-center text-muted"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <p>{t('Drop a JSON file here: a list, as Export makes it.')}</p>
      <Button icon={<FileUp aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t('Choose a file')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('JSON file')}
        onChange={(event) => void take(event.target.files?.[0])}
      />
    </div>
  );
}

/** Carries out the steps that make or change something, one after the other. @returns how many were done */
async function carryOut<Create, Update, Created>(
  steps: readonly ImportStep<Create>[],
  {
    create,
    update,
  }: {
    readonly create: (fields: Create) => Promise<Created>;
    readonly update: (id: string, fields: Update) => Promise<unknown>;
  },
  toUpdate: (fields: Create) => Update,
): Promise<number> {
  let done = 0;
  for (const step of steps) {
    if (step.kind === 'new') await create(step.fields);
    else if (step.kind === 'changed') await update(step.id, toUpdate(step.fields));
    else continue;
    done += 1;
  }
  return done;
}

export interface ImportPaneProps<
  Row extends ResourceRow,
  Create extends object,
  Update,
  Created extends { readonly id: string },
> {
  readonly resource: Resource<Row, Create, Update, Created>;
  readonly words: ImportWords;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}

/** Takes rows in from a file, after it has shown what that would make and change. */
export function ImportPane<
  Row extends ResourceRow,
  Create extends object,
  Update,
  Created extends { readonly id: string },
>({ resource, words, rows, onClose }: ImportPaneProps<Row, Create, Update, Created>) {
  const { calls, schemas } = resource;
  const [file, setFile] = useState<ChosenFile>();
  const found = file === undefined ? undefined : readRows(file.text);
  const steps = found === undefined ? [] : planImport(resource, rows, found);
  const count = steps.filter(({ kind }) => kind === 'new' || kind === 'changed').length;
  const run = useResourceChange(calls.key, () => carryOut(steps, calls, (fields) => schemas.update.parse(fields)));
  return (
    <section aria-label={words.title} className="flex flex-col gap-4">
      <h2 className="text-section font-semibold">{words.title}</h2>
      <FileChoice onChoose={setFile} />
      {file !== undefined && found === undefined ? (
        <ErrorNotice
          where={file.name}
          whatHappened={t('The file has no JSON list in it.')}
          whatToDo={words.whatToChoose}
        />
      ) : null}
      <ImportSteps steps={steps} />
      {run.error === null ? null : <ErrorNotice {...splitMessage(messageOf(run.error))} />}
      <div className="flex gap-2">
        <Button
          look="primary"
          disabled={count === 0 || run.isPending}
          onClick={() =>
            run.mutate(undefined, {
              onSuccess(done) {
                showToast(words.done(done));
                onClose();
              },
            })
          }
        >
          {run.isPending ? t('Importing…') : count === 0 ? t('Import') : words.start(count)}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </section>
  );
}
