import { memo, useMemo } from 'react';
import { type FlowDocument, isNote } from '../../shared/flow/flow-document.ts';
import { findNodeDefinition } from '../../shared/nodes/registry.ts';
import { typeColour, typeOfNode } from './data-types.tsx';

/** A card of the canvas is about this large. */
const CARD = { width: 240, height: 110 } as const;
const MARGIN = 40;

interface Box {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
}

function boxesOf({ nodes }: FlowDocument): readonly Box[] {
  return nodes
    .filter((node) => !isNote(node))
    .map(({ id, position, data }) => {
      const type = typeOfNode(findNodeDefinition(data.name));
      return { id, x: position.x, y: position.y, colour: typeColour(type) };
    });
}

/** From the right side of a card to the left side of the next, as on the canvas. */
function curve(from: Box, to: Box): string {
  const start = { x: from.x + CARD.width, y: from.y + CARD.height / 2 };
  const end = { x: to.x, y: to.y + CARD.height / 2 };
  const bend = Math.max(40, Math.abs(end.x - start.x) / 2);
  return `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
}

export interface FlowDrawingProps {
  readonly flow: FlowDocument;
  readonly className?: string;
}

/** A flow in small: its nodes and edges in their colours. Says nothing to screen readers, which have its name. */
export const FlowDrawing = memo(function FlowDrawing({ flow, className }: FlowDrawingProps) {
  const boxes = useMemo(() => boxesOf(flow), [flow]);
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
  const right = Math.max(...boxes.map(({ x }) => x)) + CARD.width + MARGIN;
  const bottom = Math.max(...boxes.map(({ y }) => y)) + CARD.height + MARGIN;
  const viewBox = boxes.length === 0 ? '0 0 100 50' : `${left} ${top} ${right - left} ${bottom - top}`;
  return (
    <svg viewBox={viewBox} preserveAspectRatio="xMidYMid meet" aria-hidden="true" className={className}>
      {flow.edges.map(({ id, source, target }) => {
        const from = byId.get(source);
        const to = byId.get(target);
        if (from === undefined || to === undefined) return null;
        return <path key={id} d={curve(from, to)} fill="none" stroke={from.colour} strokeWidth={10} opacity={0.7} />;
      })}
      {boxes.map(({ id, x, y, colour }) => (
        <g key={id}>
          <rect x={x} y={y} {...CARD} rx={20} fill="var(--raised)" stroke="var(--border-strong)" strokeWidth={6} />
          <rect x={x} y={y} width={28} height={CARD.height} rx={14} fill={colour} />
        </g>
      ))}
    </svg>
  );
});
