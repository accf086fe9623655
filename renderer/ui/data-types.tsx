import { DATA_TYPES, type DataType, HANDLE_SHAPES, type TypeFacts } from '../../shared/nodes/data-types.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { NODE_KINDS } from '../../shared/nodes/kinds.ts';
import { t } from '../../shared/texts/t.ts';

const UNKNOWN_TYPE: Pick<TypeFacts, 'label' | 'token' | 'shape'> = {
  label: t('Unknown'),
  token: 'data-type-unknown',
  shape: 'circle',
};

/** Colour of a type of data, for styles; grey for types that we do not know. */
export function typeColour(type: DataType | undefined): string {
  return `var(--${(type === undefined ? UNKNOWN_TYPE : DATA_TYPES[type]).token})`;
}

/** The type by which a node is drawn; undefined for a node that we do not have. */
export function typeOfNode(definition: NodeDefinition | undefined): DataType | undefined {
  return definition === undefined ? undefined : NODE_KINDS[definition.kind].drawnAs;
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
  const { shape } = type === undefined ? UNKNOWN_TYPE : DATA_TYPES[type];
  const colour = typeColour(type);
  return (
    <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden="true" className={className}>
      <path
        d={HANDLE_SHAPES[shape]}
        fill={isFilled ? colour : 'var(--surface)'}
        stroke={colour}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
