import { Check, CircleCheck, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { goToNode } from '../../stores/canvas-view-store.ts';
import { useFlowCheck, useQuestionCheck } from '../../stores/flow/flow-check.ts';
import { isEmptyFlow, useFlowStore } from '../../stores/flow/flow-store.ts';
import { replaceInFlow, useReplaceable } from '../../stores/flow/replace-unknown.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { ReplaceOffer } from '../../ui/feedback/replace-offer.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';

function FlowId() {
  const id = useFlowStore((state) => state.chatflowId) ?? '';
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      setIsCopied(true);
    } catch {
      showErrorToast(t('The clipboard cannot be reached. Select the id and copy it by hand.'));
    }
  }
  return (
    <section>
      <h3 className="font-semibold">{t('Id of this flow')}</h3>
      <p className="mb-2 text-secondary text-muted">
        {t('Scripts name the flow by it, in /api/v1/vector/upsert/ and others.')}
      </p>
      <div className="flex items-center gap-1 rounded-control border border-border pl-2">
        <code className="min-w-0 flex-1 truncate font-mono text-secondary select-all" title={id}>
          {id}
        </code>
        <IconButton
          label={isCopied ? t('Copied') : t('Copy the id')}
          icon={isCopied ? <Check className="text-success" /> : <Copy />}
          onClick={copy}
          onBlur={() => setIsCopied(false)}
        />
      </div>
    </section>
  );
}

function Checklist() {
  const { problems } = useFlowCheck().check;
  const question = useQuestionCheck();
  const answers = question.check.problems.length === 0;
  const replacements = useReplaceable();
  return (
    <section aria-label={t('Checklist')} className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('Before it can run')}</h3>
      {problems.length === 0 ? (
        <p className="flex gap-2 rounded-control bg-success-soft px-2 py-1.5">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
          {t('Everything is in place. Upsert some documents.')}
        </p>
      ) : (
        <ProblemList problems={problems} onSelectNode={goToNode} />
      )}
      {problems.length > 0 && answers ? (
        <p className="text-secondary text-muted">{t('Questions are answered all the same, from what is stored.')}</p>
      ) : null}
      {question.ownProblems.length === 0 ? null : (
        <>
          <h3 className="font-semibold">{t('Before it can answer')}</h3>
          <ProblemList problems={question.ownProblems} onSelectNode={goToNode} />
        </>
      )}
      <ReplaceOffer replacements={replacements} onReplace={() => replaceInFlow(replacements)} />
    </section>
  );
}

/** What is shown of the flow itself, while nothing is selected. */
export function FlowInspector({ children }: { readonly children?: ReactNode }) {
  const isEmpty = useFlowStore((state) => isEmptyFlow(state.history.present));
  return (
    <div className="flex flex-col gap-5 p-4">
      {isEmpty ? null : <Checklist />}
      {children}
      <FlowId />
    </div>
  );
}
