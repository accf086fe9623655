import { handleClassOf, type NodeDefinition } from './define-node.ts';
import { categoryOf } from './kinds.ts';
import { type ParamInfo, type ParamKind, paramInfo } from './params.ts';

/** Flowise's name of each kind of form field. */
const FLOWISE_TYPE = {
  text: 'string',
  multiline: 'string',
  number: 'number',
  boolean: 'boolean',
  choice: 'options',
  json: 'json',
  file: 'file',
  secret: 'password',
} as const satisfies Record<ParamKind, string>;

/** A form field of a node in Flowise's format. */
interface DescribedParam {
  readonly label: string;
  readonly name: string;
  readonly type: (typeof FLOWISE_TYPE)[ParamKind] | 'credential';
  readonly optional: boolean;
  readonly description?: string;
  readonly default?: unknown;
  readonly additionalParams?: boolean;
  readonly options?: { readonly label: string; readonly name: string }[];
  readonly credentialNames?: string[];
  readonly fileType?: string;
  readonly acceptVariable?: boolean;
}

function describeParam(name: string, info: ParamInfo): DescribedParam {
  return {
    label: info.title,
    name,
    type: FLOWISE_TYPE[info.kind],
    optional: !info.required,
    ...(info.help === undefined ? {} : { description: info.help }),
    ...(info.default === undefined ? {} : { default: info.default }),
    ...(info.advanced === true ? { additionalParams: true } : {}),
    ...(info.choices === undefined
      ? {}
      : { options: info.choices.map((choice) => ({ label: choice.label, name: choice.value })) }),
    ...(info.refers === true ? { acceptVariable: true } : {}),
    ...(info.accept === undefined ? {} : { fileType: info.accept.join(', ') }),
  };
}

/** The first param of Flowise's nodes: the id of a stored credential. */
function describeCredential({ credential, params }: NodeDefinition): DescribedParam[] {
  if (credential === undefined) return [];
  const isRequired = Object.values(params.shape).some((schema) => {
    const { kind, required } = paramInfo(schema);
    return kind === 'secret' && required;
  });
  return [
    {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      optional: !isRequired,
      credentialNames: [credential.kind],
    },
  ];
}

/** A definition as plain data in Flowise's format, as in saved flows and `GET /nodes`. */
export function describeNode(definition: NodeDefinition) {
  return {
    name: definition.name,
    version: definition.version,
    label: definition.label,
    category: categoryOf(definition),
    type: definition.type,
    baseClasses: [...new Set(definition.outputs.flatMap((output) => output.baseClasses))],
    description: definition.description,
    icon: definition.icon,
    synonyms: [...definition.synonyms, ...(definition.aliases ?? []).map((alias) => alias.label.toLowerCase())],
    aliases: (definition.aliases ?? []).map((alias) => alias.name),
    ...(definition.note === undefined ? {} : { note: definition.note }),
    takesFiles: definition.upload !== undefined,
    connects: definition.connects === true,
    params: [
      ...describeCredential(definition),
      ...Object.entries(definition.params.shape).map(([name, schema]) => describeParam(name, paramInfo(schema))),
    ],
    anchors: definition.inputs.map((input) => ({
      label: input.label,
      name: input.name,
      type: handleClassOf(input),
      ...(input.list === true ? { list: true } : {}),
      ...(input.optional === true ? { optional: true } : {}),
    })),
    outputs: definition.outputs.map((output) => ({
      name: output.name,
      label: output.label,
      type: output.type,
      baseClasses: [...output.baseClasses],
    })),
  };
}
