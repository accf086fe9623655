import { Bookmark } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { FlowVersion } from '../../../shared/api/flow-versions.ts';
import { t } from '../../../shared/texts/t.ts';
import { summarizeChanges } from '../../editor/difference/change-words.ts';
import { showVersionDetails } from '../../stores/versions-store.ts';
import { type Side, useDifference } from './use-difference.ts';
import { useInSight } from './use-in-sight.ts';
import { REASONS, versionTime } from './version-words.ts';

interface WordsProps {
  readonly chatflowId: string;
  readonly before: Side;
  readonly after: Side;
  readonly isWanted?: boolean;
}

/** What differs, in a line; "…" while that is found out. */
export function DifferenceWords({ chatflowId, before, after, isWanted = true }: WordsProps) {
  const { difference, error } = useDifference(chatflowId, before, after, isWanted);
  if (error !== null) return <>{t('This version cannot be read.')}</>;
  return <>{difference === undefined ? '…' : summarizeChanges(difference)}</>;
}

interface RowProps {
  readonly chatflowId: string;
  readonly version: FlowVersion;
  /** The version before it. */
  readonly earlier: FlowVersion | undefined;
  /** It was looked at last. */
  readonly isLast: boolean;
}

function Row({ chatflowId, version, earlier, isLast }: RowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isSeen = useInSight(button);
  useEffect(() => {
    if (isLast) button.current?.focus();
  }, [isLast]);
  const time = versionTime(version.savedDate, new Date());
  return (
    <li>
      <button
        ref={button}
        type="button"
        className="flex w-full flex-col gap-0.5 rounded-control px-2 py-2 text-left transition-colors duration-80 hover:bg-hover"
        onClick={() => showVersionDetails(version.id)}
      >
        <span className="flex w-full items-baseline gap-2">
          {version.name === null ? null : (
            <Bookmark aria-hidden="true" className="size-3.5 shrink-0 self-center text-accent" />
          )}
          <span className="min-w-0 flex-1 truncate font-medium">{version.name ?? time}</span>
          {version.name === null ? null : <span className="tabular shrink-0 text-secondary text-muted">{time}</span>}
        </span>
        <span className="line-clamp-2 text-secondary break-words">
          {earlier === undefined ? (
            t('The first one that is kept')
          ) : (
            <DifferenceWords
              chatflowId={chatflowId}
              before={{ kind: 'version', id: earlier.id }}
              after={{ kind: 'version', id: version.id }}
              isWanted={isSeen}
            />
          )}
        </span>
        <span className="text-secondary text-muted">{REASONS[version.reason]}</span>
      </button>
    </li>
  );
}

interface ListProps {
  readonly chatflowId: string;
  readonly versions: readonly FlowVersion[];
  readonly lastId: string | undefined;
}

/** The versions, the newest first, each with what was done since the one before. */
export function VersionList({ chatflowId, versions, lastId }: ListProps) {
  return (
    <ul aria-label={t('Earlier versions')} className="flex flex-col gap-0.5">
      {versions.map((version, index) => (
        <Row
          key={version.id}
          chatflowId={chatflowId}
          version={version}
          earlier={versions[index + 1]}
          isLast={version.id === lastId}
        />
      ))}
    </ul>
  );
}
