import { Panel, useStore } from '@xyflow/react';
import { Maximize, Minus, Plus, Redo2, StickyNote, Undo2 } from 'lucide-react';
import { t } from '../../../shared/texts/t.ts';
import { shownKeys } from '../../keymap.ts';
import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { addNoteInView } from '../../stores/flow/add-node-in-view.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { nextRedo, nextUndo, redoEdit, undoEdit } from '../../stores/flow/undo-edits.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Tooltip } from '../../ui/controls/tooltip.tsx';
import { keyboard } from '../../ui/platform.ts';

/** Drawn while its tooltip is open only: finding the words looks at all nodes. */
function NextUndo() {
  return <>{t('Undo: {edit}', { edit: useFlowStore(({ history }) => nextUndo(history)) ?? '' })}</>;
}

function NextRedo() {
  return <>{t('Redo: {edit}', { edit: useFlowStore(({ history }) => nextRedo(history)) ?? '' })}</>;
}

/** The buttons of undo and redo, which say what they would do. */
function HistoryPart() {
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

function ZoomPart() {
  const view = useCanvasViewStore((state) => state.view);
  const zoom = useStore((state) => Math.round(state.transform[2] * 100));
  return (
    <>
      <IconButton label={t('Zoom out')} shortcut="-" side="top" icon={<Minus />} onClick={() => view?.zoomOut()} />
      <Tooltip label={t('Zoom to 100 %')} shortcut="0" side="top">
        <button
          type="button"
          aria-label={t('Zoom is {zoom} %, zoom to 100 %', { zoom })}
          className="tabular h-8 w-12 rounded-control text-center text-secondary text-muted hover:bg-hover hover:text-ink"
          onClick={() => view?.zoomTo100()}
        >
          {zoom} %
        </button>
      </Tooltip>
      <IconButton label={t('Zoom in')} shortcut="+" side="top" icon={<Plus />} onClick={() => view?.zoomIn()} />
      <IconButton label={t('Fit the flow')} shortcut="1" side="top" icon={<Maximize />} onClick={() => view?.fit()} />
    </>
  );
}

/** On a canvas that is less high than this, in pixels, the tools leave the left side to the button that adds nodes. */
const TOOLS_LEFT_FROM_HEIGHT = 130;

export function CanvasToolbar() {
  const isLow = useStore((state) => state.height < TOOLS_LEFT_FROM_HEIGHT);
  return (
    <Panel position={isLow ? 'bottom-right' : 'bottom-left'}>
      <div
        role="toolbar"
        aria-label={t('View, history and notes')}
        className="flex items-center rounded-card border border-border bg-raised p-0.5 shadow-card"
      >
        <ZoomPart />
        <div className="mx-1 h-5 border-l border-border" />
        <HistoryPart />
        <div className="mx-1 h-5 border-l border-border" />
        <IconButton label={t('Add a note')} shortcut="N" side="top" icon={<StickyNote />} onClick={addNoteInView} />
      </div>
    </Panel>
  );
}
