import { Redo2, Undo2 } from 'lucide-react';
import { t } from '../../../shared/texts/t.ts';
import { shownKeys } from '../../keymap.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { nextRedo, nextUndo, redoEdit, undoEdit } from '../../stores/flow/undo-edits.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { keyboard } from '../../ui/platform.ts';

/** Drawn while its tooltip is open only: finding the words looks at all nodes. */
function NextUndo() {
  return <>{t('Undo: {edit}', { edit: useFlowStore(({ history }) => nextUndo(history)) ?? '' })}</>;
}

function NextRedo() {
  return <>{t('Redo: {edit}', { edit: useFlowStore(({ history }) => nextRedo(history)) ?? '' })}</>;
}

/** The buttons of undo and redo, which say what they would do. */
export function HistoryPart() {
  const canUndo = useFlowStore((state) => state.history.past.length > 0);
  const canRedo = useFlowStore((state) => state.history.future.length > 0);
  const keys = { undo: shownKeys('undo', keyboard), redo: shownKeys('redo', keyboard) };
  return (
    <>
      <IconButton
        label={t('Undo')}
        hint={<NextUndo />}
        shortcut={keys.undo}
        side="top"
        icon={<Undo2 />}
        disabled={!canUndo}
        onClick={undoEdit}
      />
      <IconButton
        label={t('Redo')}
        hint={<NextRedo />}
        shortcut={keys.redo}
        side="top"
        icon={<Redo2 />}
        disabled={!canRedo}
        onClick={redoEdit}
      />
    </>
  );
}
