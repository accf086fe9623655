import { isEmptyFlow, useFlowStore } from '../../stores/flow/flow-store.ts';
import { Kbd } from '../../ui/controls/kbd.tsx';

/** What an empty flow shows in place of nodes. */
export function EmptyCanvas() {
  const isEmpty = useFlowStore((state) => isEmptyFlow(state.history.present));
  if (!isEmpty) return null;
  return (
    <div className="pointer-events-none absolute inset-0 flex items-center justify-center">
      <div className="max-w-96 text-center">
        <p className="text-section font-semibold">Your flow begins here</p>
        <p className="mt-1 text-muted">
          Drop a document or an exported flow here. Or drag a document loader from the palette, or press <Kbd>/</Kbd>{' '}
          and type what you need: a flow also needs an embedding model and a vector store.
        </p>
      </div>
    </div>
  );
}
