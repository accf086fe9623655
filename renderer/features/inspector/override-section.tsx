import { useMemo } from 'react';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { t } from '../../../shared/texts/t.ts';
import { enabledOverrides, type NodeRef } from '../../editor/override-config.ts';
import { type OverrideSwitch, overrideSwitches } from '../../editor/override-switches.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { switchOverride } from '../../stores/flow/override-edits.ts';
import { SwitchRow } from '../../ui/controls/switch-row.tsx';
import { Tooltip } from '../../ui/controls/tooltip.tsx';

/** The names under which a node's switches are on. */
function useEnabled(node: NodeRef): ReadonlySet<string> {
  const apiConfig = useFlowStore((state) => state.history.present.apiConfig);
  return useMemo(() => enabledOverrides(apiConfig, node), [apiConfig, node]);
}

function isOn(enabled: ReadonlySet<string>, { name, otherNames }: OverrideSwitch): boolean {
  return [name, ...otherNames].some((each) => enabled.has(each));
}

/** The switch that belongs to an input of the node's form; undefined for one that no call may override. */
export function overrideOfInput(definition: NodeDefinition, input: string): OverrideSwitch | undefined {
  return overrideSwitches(definition).find(({ name, otherNames }) => name === input || otherNames.includes(input));
}

/** Beside an input: whether a call of the API may override it. Off until switched on. */
export function OverrideToggle({ node, item }: { readonly node: NodeRef; readonly item: OverrideSwitch }) {
  const isAllowed = isOn(useEnabled(node), item);
  const hint = isAllowed
    ? t('API calls may change this for one run, as “{name}”. Press to forbid it.', { name: item.name })
    : t('Let API calls change this for one run, as “{name}”.', { name: item.name });
  return (
    <Tooltip label={hint} side="left">
      <button
        type="button"
        aria-label={t('API calls may change {title}', { title: item.title })}
        aria-pressed={isAllowed}
        className="h-5 shrink-0 rounded-control border border-border px-1.5 text-[11px] leading-none font-medium text-muted transition-colors duration-80 hover:border-border-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
        onClick={() => switchOverride(node, item, !isAllowed)}
      >
        {t('API')}
      </button>
    </Tooltip>
  );
}

/** What else a call of the API may send, for which the form has no input. */
export function OverrideSwitches({
  node,
  definition,
}: {
  readonly node: NodeRef;
  readonly definition: NodeDefinition;
}) {
  const enabled = useEnabled(node);
  const items = overrideSwitches(definition).filter(
    ({ name, otherNames }) => ![name, ...otherNames].some((each) => each in definition.params.shape),
  );
  if (items.length === 0) return null;
  return (
    <section aria-label={t('API calls may also send')}>
      <h3 className="font-semibold">{t('API calls may also send')}</h3>
      {items.map((item) => (
        <SwitchRow
          key={item.name}
          title={item.title}
          name={item.name}
          isOn={isOn(enabled, item)}
          onChange={(next) => switchOverride(node, item, next)}
        />
      ))}
    </section>
  );
}
