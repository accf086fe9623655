import { createContext, useContext } from 'react';

/** Below this zoom the text of a card cannot be read: a card is a block with its label. */
export const LOW_DETAIL_ZOOM = 0.4;

export const LowDetailContext = createContext(false);

/** Whether cards and edges are drawn as they look from afar. */
export function useIsLowDetail(): boolean {
  return useContext(LowDetailContext);
}
