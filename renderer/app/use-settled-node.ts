import { useEffect, useState } from 'react';
import { useFlowStore } from '../stores/flow/flow-store.ts';
import { onlySelectedNodeId } from '../stores/flow/selection.ts';

/** The events after which no button is held any more. (A drag from the palette ends without `pointerup`.) */
const RELEASES = ['pointerup', 'pointercancel', 'dragend'] as const;

/** The one selected node, known when the pointer's button is released: a panel that opens in the middle of a drag would move the canvas under it. */
export function useSettledNode(): string | undefined {
  const [nodeId, setNodeId] = useState(onlySelectedNodeId);
  useEffect(() => {
    let isHeld = false;
    const settle = () => {
      if (!isHeld) setNodeId(onlySelectedNodeId());
    };
    const onPress = () => {
      isHeld = true;
    };
    const onRelease = () => {
      isHeld = false;
      settle();
    };
    const unsubscribe = useFlowStore.subscribe(settle);
    window.addEventListener('pointerdown', onPress, true);
    for (const release of RELEASES) window.addEventListener(release, onRelease, true);
    settle();
    return () => {
      unsubscribe();
      window.removeEventListener('pointerdown', onPress, true);
      for (const release of RELEASES) window.removeEventListener(release, onRelease, true);
    };
  }, []);
  return nodeId;
}
