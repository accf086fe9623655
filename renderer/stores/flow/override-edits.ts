import { type NodeRef, setOverride } from '../../editor/override-config.ts';
import type { OverrideSwitch } from '../../editor/override-switches.ts';
import { editFlow } from './flow-store.ts';

/** Says of the open flow whether a call may override a value of a node. Off reaches every name under which the switch is stored. */
export function switchOverride(node: NodeRef, { name, otherNames }: OverrideSwitch, isOn: boolean): void {
  editFlow((content) => {
    const names = isOn ? [name] : [name, ...otherNames];
    const apiConfig = names.reduce<string | null>(
      (config, each) => setOverride(config, node, each, isOn),
      content.apiConfig,
    );
    return { ...content, apiConfig };
  });
}
