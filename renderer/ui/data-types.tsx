import type { DataType } from '../../shared/nodes/kinds.ts';
import { t } from '../../shared/texts/t.ts';

/** Paths in a box of 12 x 12. */
const SHAPES = {
  circle: 'M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9Z',
  square: 'M2 2h8v8h-8Z',
  diamond: 'M6 .8L11.2 6L6 11.2L.8 6Z',
  hexagon: 'M6 .9L10.5 3.5V8.5L6 11.1L1.5 8.5V3.5Z',
  triangle: 'M6 1.2L11.2 10.4H.8Z',
} as const;

interface TypeLook {
  readonly label: string;
  readonly colour: string;
  readonly shape: keyof typeof SHAPES;
}

/** One colour and one shape for each type of data that flows along edges, the same in handles, edges, palette and help; docs/design-language.md shows them. */
export const DATA_TYPES = {
  Document: { label: t('Documents'), colour: 'var(--data-type-document)', shape: 'circle' },
  TextSplitter: { label: t('Text splitter'), colour: 'var(--data-type-text-splitter)', shape: 'square' },
  Embeddings: { label: t('Embedding model'), colour: 'var(--data-type-embeddings)', shape: 'diamond' },
  VectorStore: { label: t('Vector store'), colour: 'var(--data-type-vector-store)', shape: 'hexagon' },
  RecordManager: { label: t('Record manager'), colour: 'var(--data-type-record-manager)', shape: 'triangle' },
} as const satisfies Record<DataType, TypeLook>;

const UNKNOWN_TYPE: TypeLook = { label: t('Unknown'), colour: 'var(--data-type-unknown)', shape: 'circle' };

/** Colour of a type of data, for styles; grey for types that we do not know. */
export function typeColour(type: DataType | undefined): string {
  return type === undefined ? UNKNOWN_TYPE.colour : DATA_TYPES[type].colour;
}

export function typeLabel(type: DataType | undefined): string {
  return type === undefined ? UNKNOWN_TYPE.label : DATA_TYPES[type].label;
}

export interface HandleShapeProps {
  readonly type: DataType | undefined;
  /** A handle without an edge is hollow. */
  readonly isFilled: boolean;
  readonly className?: string;
}

export function HandleShape({ type, isFilled, className }: HandleShapeProps) {
  const { colour, shape } = type === undefined ? UNKNOWN_TYPE : DATA_TYPES[type];
  return (
    <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden="true" className={className}>
      <path
        d={SHAPES[shape]}
        fill={isFilled ? colour : 'var(--surface)'}
        stroke={colour}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
