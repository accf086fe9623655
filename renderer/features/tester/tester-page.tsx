import { Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { TestQuestion } from '../../../shared/api/test-questions.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { locale, t } from '../../../shared/texts/t.ts';
import { type Askable, ask, useAskables } from '../../api/ask.ts';
import { messageOf } from '../../api/client.ts';
import { useAddTestQuestions, useRemoveTestQuestions, useTestQuestions } from '../../api/test-questions.ts';
import { hrefOf } from '../../stores/router.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { type Found, FoundPassages } from './found-passages.tsx';
import { type Measured, summarise } from './measure.ts';
import { AddQuestion, QuestionList, QuestionTools } from './saved-questions.tsx';
import { type ReadSettings, readSettings, type SearchSettings } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';
import { useMeasuring } from './use-measuring.ts';

const share = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 });
const rank = new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });

interface Way {
  readonly name: string;
  readonly topK: number;
  readonly measured: readonly Measured[];
}

function Cell({ isBest, children }: { readonly isBest: boolean; readonly children: ReactNode }) {
  return (
    <td className={classNames('tabular px-3 py-1.5 text-right', isBest && 'font-semibold text-success')}>{children}</td>
  );
}

/** What all questions together say of each way to search; the better number is marked. */
function SummaryTable({ ways }: { readonly ways: readonly Way[] }) {
  const rows = ways.map(({ measured, ...way }) => ({ ...way, ...summarise(measured) }));
  const best = (value: number, values: readonly number[], pick: (...of: number[]) => number) =>
    new Set(values).size > 1 && value === pick(...values);
  const recalls = rows.map(({ recall }) => recall);
  const ranks = rows.map(({ mrr }) => mrr);
  return (
    <table aria-label={t('Results')} className="w-full rounded-card border border-border bg-surface">
      <thead className="text-secondary text-muted">
        <tr>
          <th className="px-3 py-1.5 text-left font-normal">{t('Setting')}</th>
          <th className="px-3 py-1.5 text-right font-normal" title={t('Expected sources among the passages')}>
            {t('Found (recall)')}
          </th>
          <th
            className="px-3 py-1.5 text-right font-normal"
            title={t('Mean of 1 / place of the first expected passage')}
          >
            {t('How high (MRR)')}
          </th>
          <th className="px-3 py-1.5 text-right font-normal">{t('Median time')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, topK, recall, mrr, medianMs }) => (
          <tr key={name} className="border-t border-border">
            <th scope="row" className="px-3 py-1.5 text-left font-medium">
              {name} <span className="font-normal text-muted">{t('first {count}', { count: formatCount(topK) })}</span>
            </th>
            <Cell isBest={best(recall, recalls, Math.max)}>{share.format(recall)}</Cell>
            <Cell isBest={best(mrr, ranks, Math.max)}>{rank.format(mrr)}</Cell>
            <Cell isBest={false}>{t('{ms} ms', { ms: formatCount(Math.max(1, medianMs)) })}</Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NAMES = ['A', 'B'] as const;

/** Both ways to search, as they are typed and as they can be sent. */
function useWays(ownerId: string, askables: readonly Askable[]) {
  const start = { target: ownerId, topK: '5', weight: '', filter: '' };
  const [typed, setTyped] = useState<readonly SearchSettings[]>([
    { ...start, mode: 'hybrid' },
    { ...start, mode: 'vector' },
  ]);
  const read = typed.map((settings) => readSettings(settings, askables));
  const ways = read.flatMap(({ settings }) => settings ?? []);
  const change = (index: number, part: Partial<SearchSettings>) =>
    setTyped(typed.map((settings, other) => (other === index ? { ...settings, ...part } : settings)));
  return { typed, read, ways: ways.length === NAMES.length ? ways : undefined, change };
}

async function findIn(way: ReadSettings, query: string): Promise<Found> {
  try {
    const result = await ask(way.target, { ...way.body, query }, new AbortController().signal);
    return { result, question: { query, mode: way.body.mode ?? 'hybrid' }, ownerId: way.target.id };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

interface TrialProps {
  readonly ways: readonly ReadSettings[] | undefined;
  readonly trial: Pick<TestQuestion, 'question' | 'sources'>;
  readonly onTrial: (trial: TrialProps['trial']) => void;
}

/** One question in both ways, side by side. */
function Trial({ ways, trial, onTrial }: TrialProps) {
  const [found, setFound] = useState<readonly Found[]>([]);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (ways === undefined) return;
    const all: Found[] = [];
    for (const way of ways) all.push(await findIn(way, trial.question));
    setFound(all);
  }
  return (
    <section aria-label={t('One question')} className="flex flex-col gap-3">
      <form className="flex gap-2" onSubmit={(event) => void submit(event)}>
        <TextInput
          aria-label={t('Question')}
          placeholder={t('A question to both')}
          value={trial.question}
          onChange={(event) => onTrial({ question: event.target.value, sources: [] })}
        />
        <Button type="submit" icon={<Search />} disabled={ways === undefined || trial.question.trim() === ''}>
          {t('Ask both')}
        </Button>
      </form>
      <div className="grid grid-cols-2 gap-4">
        {found.map((one, index) => (
          <FoundPassages key={NAMES[index]} name={NAMES[index] ?? ''} found={one} expected={trial.sources} />
        ))}
      </div>
    </section>
  );
}

interface SavedProps {
  readonly ownerId: string;
  readonly ways: readonly ReadSettings[] | undefined;
  readonly onTry: (question: TestQuestion) => void;
}

function Saved({ ownerId, ways, onTry }: SavedProps) {
  const query = useTestQuestions(ownerId);
  const add = useAddTestQuestions(ownerId);
  const remove = useRemoveTestQuestions(ownerId);
  const { measuring, start, cancel } = useMeasuring();
  // The numbers are of the settings that they were measured with.
  const [measured, setMeasured] = useState<readonly ReadSettings[]>([]);
  const onError = (error: unknown) => showErrorToast(messageOf(error));
  const answered = [...measuring.results.values()];
  const summaries = measured.map(({ body }, index) => ({
    name: NAMES[index] ?? '',
    topK: body.topK ?? 0,
    measured: answered.flatMap((by) => by[index] ?? []),
  }));
  return (
    <section aria-labelledby="saved-questions" className="flex flex-col gap-3">
      <QueryState query={query} loading={t('Loading the questions…')}>
        {(questions) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 id="saved-questions" className="text-section font-semibold">
                {t('Saved questions')}
              </h2>
              <QuestionTools
                questions={questions}
                isRunning={measuring.isRunning}
                onRun={
                  ways === undefined
                    ? undefined
                    : () => {
                        setMeasured(ways);
                        void start(questions, ways);
                      }
                }
                onCancel={cancel}
                onImport={(all) => add.mutate(all, { onError })}
              />
            </div>
            {measuring.failure === undefined ? null : <ErrorNotice {...splitMessage(measuring.failure)} />}
            {answered.length === 0 ? null : <SummaryTable ways={summaries} />}
            {measuring.isRunning ? (
              <p role="status" className="tabular text-secondary text-muted">
                {t('{done} of {total} asked', { done: answered.length, total: questions.length })}
              </p>
            ) : null}
            <AddQuestion onAdd={(question) => add.mutate([question], { onError })} />
            <QuestionList
              questions={questions}
              results={measuring.results}
              names={NAMES}
              onTry={onTry}
              onRemove={(id) => remove.mutate([id], { onError })}
            />
          </>
        )}
      </QueryState>
    </section>
  );
}

function Tester({ ownerId, askables }: { readonly ownerId: string; readonly askables: readonly Askable[] }) {
  const { typed, read, ways, change } = useWays(ownerId, askables);
  const [trial, setTrial] = useState<TrialProps['trial']>({ question: '', sources: [] });
  return (
    <div className="flex flex-col gap-6">
      <div className="grid grid-cols-2 gap-4">
        {typed.map((settings, index) => (
          <SettingsForm
            key={NAMES[index]}
            name={t('Setting {letter}', { letter: NAMES[index] ?? '' })}
            settings={settings}
            problems={read[index]?.problems ?? {}}
            askables={askables}
            onChange={(part) => change(index, part)}
          />
        ))}
      </div>
      <Trial ways={ways} trial={trial} onTrial={setTrial} />
      <Saved ownerId={ownerId} ways={ways} onTry={setTrial} />
    </div>
  );
}

/** Two ways to search side by side, and saved questions that show which one finds more. */
export function TesterPage({ ownerId }: { readonly ownerId: string }) {
  const askables = useAskables();
  const owner = askables?.find(({ id }) => id === ownerId);
  const href =
    owner?.kind === 'store'
      ? hrefOf({ page: 'store', storeId: ownerId })
      : hrefOf({ page: 'editor', chatflowId: ownerId });
  return (
    <Page
      title={t('Query tester')}
      width="wide"
      lead={t('Two ways to search side by side. Saved questions tell which one finds more.')}
      {...(owner === undefined ? {} : { back: { label: owner.name, href } })}
    >
      {askables === undefined ? (
        <p role="status" className="text-muted">
          {t('Loading…')}
        </p>
      ) : (
        <Tester ownerId={ownerId} askables={askables} />
      )}
    </Page>
  );
}
