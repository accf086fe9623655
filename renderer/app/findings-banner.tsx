import { danglingEdges, isAsItWas } from '../../shared/flow/read-flow.ts';
import { t } from '../../shared/texts/t.ts';
import { describeFindings } from '../editor/describe-findings.ts';
import { edgeKey } from '../editor/flow-content.ts';
import { removeEdges } from '../editor/flow-edits.ts';
import { editFlow, forgetFindings, useFlowStore } from '../stores/flow/flow-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { Banner } from '../ui/feedback/banner.tsx';

/** Takes out the wires that lead to no node, as one step of undo. */
function removeLooseWires(): void {
  editFlow((content) => {
    const { nodes, edges } = content.graph;
    return removeEdges(content, new Set(danglingEdges({ nodes, edges }).map(edgeKey)));
  });
  forgetFindings(['dangling']);
}

/** Says what of the flow could not be shown as it is, until that is closed. All of it is preserved. */
export function FindingsBanner() {
  const findings = useFlowStore((state) => state.findings);
  if (isAsItWas(findings)) return null;
  return (
    <Banner
      tone="info"
      title={t('Some of this flow is not as this version knows it. Nothing is lost.')}
      actions={
        <>
          {findings.dangling === 0 ? null : <Button onClick={removeLooseWires}>{t('Remove loose wires')}</Button>}
          <Button look="quiet" onClick={() => forgetFindings()}>
            {t('Close')}
          </Button>
        </>
      }
    >
      {describeFindings(findings).join(' ')}
    </Banner>
  );
}
