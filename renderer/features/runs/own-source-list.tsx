import { NodeIcon } from '../../ui/node-icon.tsx';
import type { OwnSource } from './choose-files.ts';

export interface OwnSourceListProps {
  readonly title: string;
  readonly sources: readonly OwnSource[];
  readonly onSelectNode: (nodeId: string) => void;
}

/** What the flow reads by itself; each leads to its node. */
export function OwnSourceList({ title, sources, onSelectNode }: OwnSourceListProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="text-secondary text-muted">{title}</h3>
      <ul className="-mx-2 flex flex-col">
        {sources.map(({ nodeId, label, definition, summary }) => (
          <li key={nodeId}>
            <button
              type="button"
              className="flex w-full items-center gap-2.5 rounded-control px-2 py-1 text-left hover:bg-hover"
              onClick={() => onSelectNode(nodeId)}
            >
              <NodeIcon definition={definition} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{label}</span>
                <span className="block truncate text-secondary text-muted" title={summary}>
                  {summary}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
