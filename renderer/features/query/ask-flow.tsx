import { t } from '../../../shared/texts/t.ts';
import { closeQuery, openUpsert } from '../../stores/editor-layout-store.ts';
import { QueryPanel } from './query-panel.tsx';
import { useQueryTarget } from './use-query-target.ts';

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
    <div className="p-4">
      <QueryPanel target={useQueryTarget(chatflowId)} upsert={upsert} onClose={closeQuery} />
    </div>
  );
}
