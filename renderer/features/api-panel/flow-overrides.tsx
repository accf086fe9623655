import { useState } from 'react';
import { isNote } from '../../../shared/flow/flow-document.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { t } from '../../../shared/texts/t.ts';
import { enabledOverrides, type NodeRef } from '../../editor/override-config.ts';
import { type OverrideSwitch, overrideSwitches } from '../../editor/override-switches.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { switchOverride } from '../../stores/flow/override-edits.ts';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { SwitchRow } from '../../ui/controls/switch-row.tsx';

interface NodeSwitches {
  readonly node: NodeRef;
  readonly items: readonly { readonly item: OverrideSwitch; readonly isOn: boolean }[];
}

function useSwitches(): readonly NodeSwitches[] {
  const { graph, apiConfig } = useFlowStore((state) => state.history.present);
  return graph.nodes.flatMap((each) => {
    const definition = isNote(each) ? undefined : findNodeDefinition(each.data.name);
    if (definition === undefined) return [];
    const node = { id: each.id, label: each.data.label };
    const enabled = enabledOverrides(apiConfig, node);
    const items = overrideSwitches(definition).map((item) => ({
      item,
      isOn: [item.name, ...item.otherNames].some((name) => enabled.has(name)),
    }));
    return items.length === 0 ? [] : [{ node, items }];
  });
}

function NodeGroup({ node, items }: NodeSwitches) {
  const count = items.filter(({ isOn }) => isOn).length;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label={node.label} className="border-b border-border py-1 last:border-b-0">
      <Disclosure
        label={node.label}
        aside={
          <span className="tabular pl-1 font-normal">
            {count === 0 ? t('none') : t('{count} of {total}', { count, total: items.length })}
          </span>
        }
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {isOpen
        ? items.map(({ item, isOn }) => (
            <SwitchRow
              key={item.name}
              title={item.title}
              name={item.name}
              isOn={isOn}
              onChange={(enabled) => switchOverride(node, item, enabled)}
            />
          ))
        : null}
    </section>
  );
}

/** Which settings of the open flow a call may override, node by node; the examples follow. */
export function FlowOverrides() {
  const groups = useSwitches();
  return (
    <section aria-label={t('What calls may override')} className="flex flex-col gap-1">
      <h3 className="font-semibold">{t('What calls may override')}</h3>
      <p className="text-secondary text-muted">
        {t('What is on stands in the example as overrideConfig, and changes a setting for that call only.')}
      </p>
      <div>
        {groups.map((group) => (
          <NodeGroup key={group.node.id} {...group} />
        ))}
      </div>
    </section>
  );
}
