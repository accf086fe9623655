import { t } from '../../../shared/texts/t.ts';

export interface FoldButtonProps {
  readonly isWhole: boolean;
  /** Id of the text that it unfolds. */
  readonly controls: string;
  readonly onToggle: () => void;
}

/** Unfolds a long text, and folds it again. */
export function FoldButton({ isWhole, controls, onToggle }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isWhole}
      aria-controls={controls}
      className="self-start rounded-sm text-secondary text-accent hover:text-accent-hover"
      onClick={onToggle}
    >
      {isWhole ? t('Show less') : t('Show all')}
    </button>
  );
}
