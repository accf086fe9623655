import type { ParamInfo } from '../../shared/nodes/params.ts';
import type { FieldControl } from '../ui/controls/field.tsx';

/** What every field of a node's form gets. */
export interface ParamFieldProps {
  readonly info: ParamInfo;
  readonly value: unknown;
  /** `typed`: the text while it is being typed, so that undo can take a word back at once. */
  readonly onChange: (value: unknown, typed?: string) => void;
  readonly control: FieldControl;
}
