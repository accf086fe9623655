import { useState } from 'react';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { enabledOverrides, type NodeRef } from '../../editor/override-config.ts';
import { overrideSwitches } from '../../editor/override-switches.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { switchOverride } from '../../stores/flow/override-edits.ts';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { SwitchRow } from '../../ui/controls/switch-row.tsx';

/** Which values of a node a call of the API may override. Off until switched on. */
export function OverrideSwitches({
  node,
  definition,
}: {
  readonly node: NodeRef;
  readonly definition: NodeDefinition;
}) {
  const apiConfig = useFlowStore((state) => state.history.present.apiConfig);
  const enabled = enabledOverrides(apiConfig, node);
  const items = overrideSwitches(definition).map((item) => ({
    item,
    isOn: [item.name, ...item.otherNames].some((name) => enabled.has(name)),
  }));
  const count = items.filter(({ isOn }) => isOn).length;
  const [isOpen, setIsOpen] = useState(count > 0);
  if (items.length === 0) return null;
  return (
    <section aria-label="May be overridden by API calls">
      <Disclosure
        label="May be overridden by API calls"
        aside={<span className="tabular pl-1 font-normal">{count === 0 ? 'none' : `${count} of ${items.length}`}</span>}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {isOpen ? (
        <>
          <p className="mb-1 text-secondary text-muted">A call that sends one of these changes it for that run only.</p>
          {items.map(({ item, isOn }) => (
            <SwitchRow
              key={item.name}
              title={item.title}
              name={item.name}
              isOn={isOn}
              onChange={(enabled) => switchOverride(node, item, enabled)}
            />
          ))}
        </>
      ) : null}
    </section>
  );
}
