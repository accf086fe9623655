import shapes from './icon-shapes.json' with { type: 'json' };
import { findNodeDefinition } from './registry.ts';

const SHAPES: Readonly<Record<string, string>> = shapes;

/** Grey that is seen on white and on black. */
const COLOUR = '#64748b';

/** The icon of a node as SVG; undefined for a node that we do not have. */
export function drawNodeIcon(name: string): string | undefined {
  const shape = SHAPES[findNodeDefinition(name)?.icon ?? ''];
  if (shape === undefined) return undefined;
  const stroke = `fill="none" stroke="${COLOUR}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" ${stroke}>${shape}</svg>`;
}
