import { create } from 'zustand';
import { t } from '../../../shared/texts/t.ts';
import { describeEdit } from '../../editor/difference/edit-words.ts';
import { type FlowDifference, findDifference } from '../../editor/difference/flow-difference.ts';
import { type FlowContent, placeNodes } from '../../editor/flow-content.ts';
import { boxOf } from '../../editor/free-place.ts';
import { type History, redo, type Step, undo } from '../../editor/history.ts';
import { useCanvasViewStore } from '../canvas-view-store.ts';
import { select, setHistory, useFlowStore } from './flow-store.ts';

/** What undo or redo did last. */
interface UndoNotice {
  readonly words: string;
  /** Grows, so that the same words are announced each time. */
  readonly count: number;
}

export const useUndoNotice = create<UndoNotice>()(() => ({ words: '', count: 0 }));

/** A drag of many nodes flashes some of them: the eye needs no more. */
const FLASHED_MOST = 100;

function touchedNodes(
  { added, changed, moved, connected, disconnected }: FlowDifference,
  present: FlowContent,
): readonly string[] {
  const ends = [...connected, ...disconnected].flatMap(({ edge }) => [edge.source, edge.target]);
  const nodes = [...added, ...changed.map(({ after }) => after), ...moved].map(({ id }) => id);
  const ids = nodes.length > 0 ? nodes : ends;
  return [...new Set(ids)].filter((id) => present.layout.has(id));
}

/** Brings one of the touched nodes into sight if none is, and flashes them. */
function show(nodeIds: readonly string[], present: FlowContent): void {
  const { view } = useCanvasViewStore.getState();
  if (view === undefined || nodeIds.length === 0) return;
  const touched = new Set(nodeIds);
  const boxes = placeNodes(
    present,
    present.graph.nodes.filter(({ id }) => touched.has(id)),
  ).map(boxOf);
  const [first] = boxes;
  if (first !== undefined && !boxes.some(view.isInSight)) view.reveal(first);
  view.flash(nodeIds.slice(0, FLASHED_MOST));
}

/** Nodes that came back are selected, and a node with another setting, so that it is seen in its form. */
function selectTouched({ added, changed }: FlowDifference): void {
  const ids = [...added, ...changed.map(({ after }) => after)].map(({ id }) => id);
  if (ids.length > 0) select(ids);
}

function tell(words: string): void {
  useUndoNotice.setState(({ count }) => ({ words, count: count + 1 }));
}

function step(next: History<FlowContent>, words: string): void {
  const before = useFlowStore.getState().history.present;
  setHistory(next);
  const difference = findDifference(before, next.present);
  selectTouched(difference);
  show(touchedNodes(difference, next.present), next.present);
  tell(words);
}

function wordsOf(before: FlowContent, after: FlowContent, { name }: Step<FlowContent>): string {
  return describeEdit(findDifference(before, after), name);
}

/** What undo would take back; undefined when there is nothing. */
export function nextUndo({ past, present }: History<FlowContent>): string | undefined {
  const last = past.at(-1);
  return last === undefined ? undefined : wordsOf(last.value, present, last);
}

/** What redo would do again; undefined when there is nothing. */
export function nextRedo({ future, present }: History<FlowContent>): string | undefined {
  const [next] = future;
  return next === undefined ? undefined : wordsOf(present, next.value, next);
}

/** Takes the last step back, shows where, and says what it was. */
export function undoEdit(): void {
  const { history } = useFlowStore.getState();
  const edit = nextUndo(history);
  if (edit !== undefined) step(undo(history), t('Undid: {edit}', { edit }));
}

/** Does again what was taken back last, shows where, and says what it was. */
export function redoEdit(): void {
  const { history } = useFlowStore.getState();
  const edit = nextRedo(history);
  if (edit !== undefined) step(redo(history), t('Redid: {edit}', { edit }));
}
