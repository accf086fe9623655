import type { RunComparison, RunDetails, RunFileChange, SettingChange } from '../../../shared/api/run-details.ts';
import { COMPARED_FILES_LIMIT } from '../../../shared/api/run-details.ts';
import type { RunFileState } from '../../../shared/api/run-files.ts';
import type { Run, UpsertCounts } from '../../../shared/api/runs.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { hrefOf } from '../../stores/router.ts';
import { rich } from '../../ui/rich.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { describeValue } from './run-settings.tsx';

const COUNTS = [
  { key: 'numAdded', label: t('Added') },
  { key: 'numUpdated', label: t('Updated') },
  { key: 'numDeleted', label: t('Deleted') },
  { key: 'numSkipped', label: t('Unchanged') },
] as const;

/** What became of a file, within a line. */
const STATES = {
  waiting: t('waiting'),
  reading: t('reading'),
  embedding: t('embedding'),
  stored: t('stored'),
  unchanged: t('unchanged'),
  failed: t('failed'),
  cancelled: t('not done'),
} as const satisfies Record<RunFileState, string>;

function Counts({ before, now }: { readonly before: UpsertCounts; readonly now: UpsertCounts }) {
  return (
    <table className="tabular w-full text-secondary">
      <thead>
        <tr className="text-muted">
          <th scope="col" className="text-left font-normal">
            {t('Chunks')}
          </th>
          <th scope="col" className="text-right font-normal">
            {t('Before')}
          </th>
          <th scope="col" className="text-right font-normal">
            {t('Now')}
          </th>
        </tr>
      </thead>
      <tbody>
        {COUNTS.map(({ key, label }) => (
          <tr key={key}>
            <th scope="row" className="text-left font-normal">
              {label}
            </th>
            <td className="text-right text-muted">{formatCount(before[key])}</td>
            <td className="text-right">{formatCount(now[key])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function describeSetting({ node, setting, before, now }: SettingChange): string {
  if (setting !== '') return `${node}, ${t(setting)}: ${describeValue(before)} → ${describeValue(now)}`;
  if (before === undefined) return t('{node} is new', { node });
  return now === undefined
    ? t('{node} is gone', { node })
    : t('{before} became {node}', { before: describeValue(before), node });
}

function describeFile({ before, now }: RunFileChange): string {
  if (before === undefined) return now === 'failed' ? t('new, failed') : t('new');
  if (now === undefined) return t('not in this run');
  if (before !== now) return `${STATES[before]} → ${STATES[now]}`;
  return t('changed');
}

function Changes({ comparison }: { readonly comparison: RunComparison }) {
  const { settings, files, hasMoreFiles, hasAllFiles } = comparison;
  return (
    <>
      <div>
        <h3 className="font-medium">{t('Settings')}</h3>
        {settings.length === 0 ? (
          <p className="text-secondary text-muted">{t('The same')}</p>
        ) : (
          <ul className="text-secondary">
            {settings.map((change) => (
              <li key={`${change.nodeId} ${change.setting}`} className="break-words">
                {describeSetting(change)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <h3 className="font-medium">{t('Files')}</h3>
        {files.length === 0 ? <p className="text-secondary text-muted">{t('The same, and unchanged')}</p> : null}
        <ul className="max-h-60 overflow-y-auto text-secondary">
          {files.map((file) => (
            <li key={file.name} className="flex justify-between gap-3">
              <span className="truncate" title={file.name}>
                {file.name}
              </span>
              <span className="shrink-0 text-muted">{describeFile(file)}</span>
            </li>
          ))}
        </ul>
        {hasMoreFiles ? (
          <p className="text-secondary text-muted">
            {t('These are the first {count}.', { count: formatCount(COMPARED_FILES_LIMIT) })}
          </p>
        ) : null}
        {hasAllFiles ? null : (
          <p className="text-secondary text-muted">
            {t('The list of files of one of the two runs is not complete any more.')}
          </p>
        )}
      </div>
    </>
  );
}

/** What is different from the run before. */
export function Comparison({ run, details }: { readonly run: Run; readonly details: RunDetails }) {
  const { comparison } = details;
  if (comparison === null) return null;
  const before = comparison.run;
  return (
    <section aria-labelledby="run-comparison" className="flex flex-col gap-2">
      <h2 id="run-comparison" className="text-section font-semibold">
        {t('Compared with the run before')}
      </h2>
      <div className="flex flex-col gap-3 rounded-card border border-border bg-surface px-3 py-2">
        <a className="text-accent hover:underline" href={hrefOf({ page: 'run', runId: before.id })}>
          {rich('The run of {when}', { when: <TimeAgo date={before.createdDate} /> })}
        </a>
        {before.result === null || run.result === null ? null : <Counts before={before.result} now={run.result} />}
        <Changes comparison={comparison} />
      </div>
    </section>
  );
}
