import { type RefObject, useEffect, useRef } from 'react';
import { onlySelectedNodeId } from '../../../stores/flow/selection.ts';
import type { Drawn } from './choose-drawn.ts';
import type { FlowScene } from './flow-scene.ts';
import { focusCard } from './focus-card.ts';
import { useRetainedStore } from './retained-store.ts';

const FOCUSABLE = 'a[href], button:not(:disabled), input, select, textarea, [tabindex]:not([tabindex="-1"])';

function cardOf(target: EventTarget | null): HTMLElement | undefined {
  const card = target instanceof Element ? target.closest('.react-flow__node') : null;
  return card instanceof HTMLElement ? card : undefined;
}

/** Whether Tab stays in the card: it goes through the buttons that a card may have. */
function staysInside(card: HTMLElement, target: EventTarget | null, isBackward: boolean): boolean {
  if (isBackward) return target !== card;
  const inside = [...card.querySelectorAll(FOCUSABLE)];
  return inside.length > 0 && target !== inside.at(-1);
}

/** The node after or before another one in the order of the flow; undefined at its ends. */
export function nextInOrder(ids: readonly string[], id: string, isBackward: boolean): string | undefined {
  const at = ids.indexOf(id);
  return at === -1 ? undefined : ids[at + (isBackward ? -1 : 1)];
}

/** Where the focus goes that comes to the nodes by Tab: to the one that is selected, or to the first, or from behind to the last. */
function firstStop(ids: readonly string[], isBackward: boolean): string | undefined {
  const selected = onlySelectedNodeId();
  if (selected !== undefined && ids.includes(selected)) return selected;
  return isBackward ? ids.at(-1) : ids[0];
}

/** Tab goes through all nodes in the order of the flow, also those that are not drawn: they are drawn when it comes to them. */
export function useCanvasFocus(region: RefObject<HTMLElement | null>, scene: FlowScene, drawn: Drawn): void {
  const present = useRef({ ids: [] as readonly string[], isWhole: true });
  useEffect(() => {
    present.current = { ids: [...scene.boxes.keys()], isWhole: drawn.nodeIds.size >= scene.boxes.size };
  }, [scene, drawn]);
  useEffect(() => {
    const { current: element } = region;
    if (element === null) return;
    let tab: 'forward' | 'backward' | undefined;
    function noteKey(event: KeyboardEvent): void {
      tab = event.key !== 'Tab' ? undefined : event.shiftKey ? 'backward' : 'forward';
      const card = cardOf(event.target);
      const id = card?.dataset.id;
      if (tab === undefined || card === undefined || id === undefined || present.current.isWhole) return;
      if (element?.contains(card) !== true || staysInside(card, event.target, event.shiftKey)) return;
      const next = nextInOrder(present.current.ids, id, event.shiftKey);
      if (next === undefined) return;
      event.preventDefault();
      focusCard(element, next);
    }
    function noteFocus(event: FocusEvent): void {
      const card = cardOf(event.target);
      const came = tab;
      tab = undefined;
      const { ids, isWhole } = present.current;
      const wanted = firstStop(ids, came === 'backward');
      const isEntry = came !== undefined && event.target === card && cardOf(event.relatedTarget) === undefined;
      if (isEntry && !isWhole && wanted !== undefined && wanted !== card?.dataset.id) focusCard(element, wanted);
      else useRetainedStore.setState({ focusedId: card?.dataset.id });
    }
    const notePointer = () => {
      tab = undefined;
    };
    window.addEventListener('keydown', noteKey, true);
    window.addEventListener('pointerdown', notePointer, true);
    element.addEventListener('focusin', noteFocus);
    return () => {
      window.removeEventListener('keydown', noteKey, true);
      window.removeEventListener('pointerdown', notePointer, true);
      element.removeEventListener('focusin', noteFocus);
    };
  }, [region]);
}
