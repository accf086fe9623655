import type { WireType } from '../../shared/nodes/kinds.ts';

/** One colour and one shape per kind of wire, the same in ports, wires, palette and help. Paths are drawn in a box of 12 x 12. */
const WIRES = {
  Document: { label: 'Documents', colour: 'var(--wire-document)', path: 'M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9Z' },
  TextSplitter: { label: 'Text splitter', colour: 'var(--wire-text-splitter)', path: 'M2 2h8v8h-8Z' },
  Embeddings: { label: 'Embedding model', colour: 'var(--wire-embeddings)', path: 'M6 .8L11.2 6L6 11.2L.8 6Z' },
  VectorStore: {
    label: 'Vector store',
    colour: 'var(--wire-vector-store)',
    path: 'M6 .9L10.5 3.5V8.5L6 11.1L1.5 8.5V3.5Z',
  },
  RecordManager: { label: 'Record manager', colour: 'var(--wire-record-manager)', path: 'M6 1.2L11.2 10.4H.8Z' },
} as const satisfies Record<WireType, { label: string; colour: string; path: string }>;

const UNKNOWN_WIRE = { label: 'Unknown', colour: 'var(--wire-unknown)', path: WIRES.Document.path };

/** Colour of a kind of wire, for styles; grey for kinds that we do not know. */
export function wireColour(wire: WireType | undefined): string {
  return wire === undefined ? UNKNOWN_WIRE.colour : WIRES[wire].colour;
}

export function wireLabel(wire: WireType | undefined): string {
  return wire === undefined ? UNKNOWN_WIRE.label : WIRES[wire].label;
}

export interface PortShapeProps {
  readonly wire: WireType | undefined;
  /** A port without a wire is hollow. */
  readonly isFilled: boolean;
  readonly className?: string;
}

export function PortShape({ wire, isFilled, className }: PortShapeProps) {
  const { colour, path } = wire === undefined ? UNKNOWN_WIRE : WIRES[wire];
  return (
    <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden="true" className={className}>
      <path
        d={path}
        fill={isFilled ? colour : 'var(--surface)'}
        stroke={colour}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
