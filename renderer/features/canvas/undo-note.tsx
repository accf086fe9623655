import { Panel } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { useUndoNotice } from '../../stores/flow/undo-edits.ts';

/** How long it is shown, in ms. It is read out at once, and the button's tooltip says the same. */
const SHOWN_MS = 4000;

/** Says what undo or redo did last. */
export function UndoNote() {
  const { words, count } = useUndoNotice();
  const [gone, setGone] = useState(count);
  useEffect(() => {
    const timer = setTimeout(() => setGone(count), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <Panel position="bottom-center" className="pointer-events-none">
      <div role="status" aria-label={t('Undo and redo')}>
        {gone === count ? null : (
          <p
            key={count}
            className="max-w-96 truncate rounded-control border border-border bg-raised px-2.5 py-1 text-secondary shadow-card"
          >
            {words}
          </p>
        )}
      </div>
    </Panel>
  );
}
