import { Handle, Position } from '@xyflow/react';
import type { CSSProperties } from 'react';
import type { DataType } from '../../../../shared/nodes/data-types.ts';
import type { HandlePlace } from '../../../editor/card-shape.ts';
import { typeColour } from '../../../ui/data-types.tsx';

interface NodeBlockProps {
  readonly label: string;
  readonly type: DataType | undefined;
  readonly isSelected: boolean;
  readonly isDisabled: boolean;
  /** As the card is, in canvas pixels: nothing moves when one comes nearer. */
  readonly height: number;
  readonly handles: readonly HandlePlace[];
}

/** A card as it looks from afar: a block in the colour of what the node gives, with its label. */
export function NodeBlock({ label, type, isSelected, isDisabled, height, handles }: NodeBlockProps) {
  const style: CSSProperties = { height, '--block': typeColour(type) } as CSSProperties;
  return (
    <div className="node-block" data-selected={isSelected} data-disabled={isDisabled} style={style}>
      <span className="node-block-label">{label}</span>
      {handles.map(({ id, side, y }) => (
        <Handle
          key={id}
          type={side === 'input' ? 'target' : 'source'}
          position={side === 'input' ? Position.Left : Position.Right}
          id={id}
          className="handle-point"
          style={{ top: y }}
        />
      ))}
    </div>
  );
}
