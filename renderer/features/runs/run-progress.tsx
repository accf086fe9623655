import type { RunProgress } from '../../../shared/api/run-files.ts';
import { formatCount, formatElapsed } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';

/** Time that is left, in the steps that people think in. */
export function describeLeft(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  if (seconds < 10) return t('a few seconds left');
  if (seconds < 90) return t('about {seconds} s left', { seconds: Math.ceil(seconds / 10) * 10 });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90
    ? t('about {minutes} min left', { minutes })
    : t('about {hours} h left', { hours: Math.round(minutes / 60) });
}

/** "12 of 1,000 files": files that are done, of all known. */
export function describeFiles({ files, hasAllFiles, unlisted = 0 }: RunProgress): string | undefined {
  const count = files.total + unlisted;
  if (count === 0) return undefined;
  const done = formatCount(files.stored + files.unchanged + files.failed + files.cancelled);
  return hasAllFiles
    ? t('{done} of {count, plural, one {# file} other {# files}}', { done, count })
    : t('{done} of {count, plural, one {# file} other {# files}} found so far', { done, count });
}

/** "340 of 1,200 chunks": chunks that are stored, of all known. */
export function describeChunks({ chunks, chunksDone, hasAllChunks }: RunProgress): string | undefined {
  if (chunks === 0) return undefined;
  const done = formatCount(chunksDone);
  return hasAllChunks
    ? t('{done} of {count, plural, one {# chunk} other {# chunks}}', { done, count: chunks })
    : t('{done} of {count, plural, one {# chunk} other {# chunks}} found so far', { done, count: chunks });
}

function shareOf({ chunks, chunksDone, hasAllChunks, readBytes, totalBytes }: RunProgress): number | undefined {
  if (chunks === 0) return undefined;
  if (hasAllChunks) return chunksDone / chunks;
  // What is not read yet has about as many chunks for its bytes.
  if (readBytes === undefined || !totalBytes) return undefined;
  return (chunksDone / chunks) * Math.min(1, readBytes / totalBytes);
}

/** How far a run is: files and chunks that are done, how fast it goes, what is left. */
export function RunProgressView({ progress }: { readonly progress: RunProgress }) {
  const { chunksPerSecond, leftMs, elapsedMs } = progress;
  const parts = [
    describeFiles(progress),
    describeChunks(progress),
    chunksPerSecond === undefined || chunksPerSecond < 0.05
      ? undefined
      : t('{count} chunks/s', { count: formatCount(Math.max(1, chunksPerSecond)) }),
    formatElapsed(elapsedMs),
    leftMs === undefined ? undefined : describeLeft(leftMs),
  ].filter((part) => part !== undefined);
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar label={t('Progress of the upsert')} value={shareOf(progress)} />
      <p className="tabular text-secondary text-muted">{parts.join(' · ')}</p>
    </div>
  );
}
