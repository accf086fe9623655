import { createContext } from 'react';
import type { NodePart } from '../api/node-tools.ts';

/** For fields that ask the service of a node: the node with the values that its form shows now. */
export const NodePartContext = createContext<(() => NodePart) | undefined>(undefined);
