import { z } from 'zod';
import { faultOf } from '../errors/describe-fault.ts';
import type { NodeAlias, NodeDefinition, NodeOutput } from './define-node.ts';

type Values = Readonly<Record<string, unknown>>;

/** The outputs under the alias's own class, and under its name if the node's output has the name of the node's only class. */
function outputsOf(base: NodeDefinition, { name, type = base.type }: NodeAlias): readonly NodeOutput[] {
  return base.outputs.map((output) => ({
    ...output,
    name: output.name === base.name ? name : output.name,
    baseClasses: output.baseClasses.map((one) => (one === base.type ? type : one)),
  }));
}

/** The definition of a node under another of its names. Saved flows with that name are checked, displayed and overridden by it. */
export function aliasDefinition(base: NodeDefinition, alias: NodeAlias): NodeDefinition {
  const { onlyHere: _onlyHere, aliases: _aliases, upload, ...rest } = base;
  const { name, version, label, type = base.type, params = {}, credential, note } = alias;
  const shape = Object.fromEntries(
    Object.entries(base.params.shape).map(([own, schema]) => {
      const param = params[own];
      return [param?.name ?? own, param?.schema ?? schema];
    }),
  );
  const aliasOf = { name: base.name, params };
  const nameOf = new Map(Object.entries(params).map(([own, param]) => [own, param.name ?? own]));
  return {
    ...rest,
    name,
    version,
    label,
    type,
    // The node's checks of its values, for each and for all together, under the alias's param names.
    params: z.object(shape).superRefine((values, context) => {
      const { error } = base.params.safeParse(toOwnParams({ aliasOf }, values));
      for (const found of error?.issues ?? []) {
        const { path, message: _, code, ...issue } = found;
        const [own = '', ...rest] = path;
        const facts = code === 'custom' && 'params' in issue ? { params: issue.params } : {};
        context.addIssue({
          code: 'custom',
          message: faultOf(found),
          path: [nameOf.get(String(own)) ?? own, ...rest],
          ...facts,
        });
      }
    }),
    summary: (values) => base.summary(toOwnParams({ aliasOf }, values)),
    secretAddresses: (values) => base.secretAddresses?.(toOwnParams({ aliasOf }, values)) ?? [],
    outputs: outputsOf(base, alias),
    aliasOf,
    ...(upload === undefined ? {} : { upload: { ...upload, param: params[upload.param]?.name ?? upload.param } }),
    ...(credential === undefined ? {} : { credential }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Parsed params under the names of the implementing node. */
export function toOwnParams({ aliasOf }: Pick<NodeDefinition, 'aliasOf'>, values: Values): Record<string, unknown> {
  if (aliasOf === undefined) return { ...values };
  const named = new Map(Object.entries(aliasOf.params).map(([own, param]) => [param.name ?? own, { own, ...param }]));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const { own = name, toOwn } = named.get(name) ?? {};
      return [own, toOwn === undefined ? value : toOwn(value)];
    }),
  );
}

/** Name of the implementing node: the definition's own name, unless it is an alias. */
export function workingName({ name, aliasOf }: Pick<NodeDefinition, 'name' | 'aliasOf'>): string {
  return aliasOf?.name ?? name;
}
