import { Component, type ReactNode } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import type { CanvasNode } from '../view-elements.ts';

interface NodeBoundaryProps {
  readonly data: CanvasNode['data'];
  readonly selected: boolean;
  readonly children: ReactNode;
}

interface NodeBoundaryState {
  readonly hasFailed: boolean;
  /** What was drawn last: when it changes, it is tried again. */
  readonly drawn: CanvasNode['data'];
}

/** Around one node on the canvas: when that can't be drawn, it says so in its place, and the others stay as they are. */
export class NodeBoundary extends Component<NodeBoundaryProps, NodeBoundaryState> {
  override state: NodeBoundaryState = { hasFailed: false, drawn: this.props.data };

  static getDerivedStateFromError(): Partial<NodeBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ data }: NodeBoundaryProps, state: NodeBoundaryState): NodeBoundaryState {
    return state.drawn === data ? state : { hasFailed: false, drawn: data };
  }

  override render(): ReactNode {
    const { data, selected, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <div className="node-card is-unknown" data-selected={selected}>
        <div className="px-3 py-3" role="alert">
          <div className="line-clamp-2 font-medium text-ink">{data.label === '' ? data.name : data.label}</div>
          <div className="text-secondary text-muted">
            {t("This node can't be drawn, by a fault of ours. Its settings are kept: change them, or delete the node.")}
          </div>
        </div>
      </div>
    );
  }
}
