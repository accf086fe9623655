import { locale, t } from '../../../shared/texts/t.ts';
import { Tooltip } from '../controls/tooltip.tsx';
import { shareOfBest } from './score-share.ts';

/** Of three digits: scores of a search by words and meaning are as small as 0.0164. */
const exact = new Intl.NumberFormat(locale(), { maximumSignificantDigits: 3 });

export interface ScoreBarProps {
  readonly score: number;
  /** The score of the best passage of the answer. */
  readonly best: number;
}

/** How well a passage fits beside the best one. The score itself is said on hover, and to screen readers. */
export function ScoreBar({ score, best }: ScoreBarProps) {
  const percent = Math.round(shareOfBest(score, best) * 100);
  const shown = exact.format(score);
  return (
    <Tooltip
      label={
        percent === 100
          ? t('Score {score}, the best', { score: shown })
          : t('Score {score}, {percent} % of the best', { score: shown, percent })
      }
      side="left"
    >
      <span className="flex h-5 w-12 shrink-0 items-center">
        <span aria-hidden="true" className="h-1 w-full overflow-hidden rounded-full bg-hover">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </span>
        <span className="sr-only">{t('Score {score}', { score: shown })}</span>
      </span>
    </Tooltip>
  );
}
