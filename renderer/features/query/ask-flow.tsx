import { findStoreReader } from '../../../shared/flow/find-store-reader.ts';
import { t } from '../../../shared/texts/t.ts';
import { useChatflow } from '../../api/chatflows.ts';
import { useDocumentStore } from '../../api/document-stores.ts';
import { closeQuery, openUpsert } from '../../stores/editor-layout-store.ts';
import { useQuestionCheck } from '../../stores/flow/flow-check.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { targetOf } from '../../stores/flow/upsert-target.ts';
import { QueryPanel } from './query-panel.tsx';
import { type QueryTarget, targetOfFlow } from './query-target.ts';

/** The query target of the open flow, kept up to date. */
function useQueryTarget(id: string): QueryTarget {
  const graph = useFlowStore((state) => state.history.present.graph);
  const apiConfig = useFlowStore((state) => state.history.present.apiConfig);
  const { check, target, answeringTarget } = useQuestionCheck();
  const { data: chatflow } = useChatflow(id);
  const read = findStoreReader(graph, target)?.inputs.selectedStore;
  const storeId = typeof read === 'string' ? read : '';
  const { data: store } = useDocumentStore(storeId, storeId !== '');
  const isBoundToKey = (chatflow?.apikeyid ?? '') !== '';
  return targetOfFlow({
    id,
    graph,
    plan: check.plan,
    storeId: targetOf(graph, id),
    target,
    answeringTarget,
    apiConfig,
    isBoundToKey,
    store,
  });
}

const upsert = {
  label: t('Upsert documents'),
  onClick: () => {
    closeQuery();
    openUpsert();
  },
};

/** The tab of the right panel that asks the open flow. */
export function AskFlow({ chatflowId }: { readonly chatflowId: string }) {
  return (
    <div className="h-full p-4">
      <QueryPanel target={useQueryTarget(chatflowId)} upsert={upsert} onClose={closeQuery} />
    </div>
  );
}
