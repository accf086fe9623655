import { useId, useState } from 'react';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { enabledOverrides, type NodeRef, setOverride } from '../../editor/override-config.ts';
import { editFlow, useFlowStore } from '../../stores/flow/flow-store.ts';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { type OverrideSwitch, overrideSwitches } from './override-switches.ts';

interface SwitchRowProps {
  readonly node: NodeRef;
  readonly item: OverrideSwitch;
  readonly isOn: boolean;
}

function SwitchRow({ node, item, isOn }: SwitchRowProps) {
  const id = useId();
  function set(enabled: boolean) {
    editFlow((content) => {
      const names = enabled ? [item.name] : [item.name, ...item.otherNames];
      const apiConfig = names.reduce<string | null>(
        (config, name) => setOverride(config, node, name, enabled),
        content.apiConfig,
      );
      return { ...content, apiConfig };
    });
  }
  return (
    <div className="flex min-h-7 items-center justify-between gap-3">
      <label htmlFor={id} className="min-w-0 py-1">
        {item.title} <code className="text-secondary break-all text-muted">{item.name}</code>
      </label>
      <Switch id={id} size="small" checked={isOn} onCheckedChange={set} />
    </div>
  );
}

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
            <SwitchRow key={item.name} node={node} item={item} isOn={isOn} />
          ))}
        </>
      ) : null}
    </section>
  );
}
