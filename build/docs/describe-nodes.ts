import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { categoryOf } from '../../shared/nodes/kinds.ts';
import { type ParamInfo, type ParamKind, paramInfo } from '../../shared/nodes/params.ts';

const TYPE_WORDS = {
  text: 'text',
  multiline: 'long text',
  number: 'number',
  boolean: 'yes or no',
  choice: 'choice',
  json: 'JSON',
  file: 'files',
  secret: 'secret',
} as const satisfies Record<ParamKind, string>;

const INTRODUCTION = `# Nodes

Every kind of node that a flow can have, with its inputs. This page is made from the definitions (\`npm run docs\`); \`GET /api/v1/nodes\` gives the same as JSON.

- **Input** is the name in a saved flow and in \`overrideConfig\`, under the label that the form shows.
- **Override**: whether a call can set it, where the flow allows that. Secrets never can: they come from a stored credential.
- An input without a default may stay empty, unless it says that it is required. Files are sent with a call under the name \`files\`.
- What the loaders make of each kind of file, and which they refuse, stands [at the end](#how-each-format-is-read).`;

/** Text for a table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function code(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? '' : `\`${cell(text.replaceAll('\n', '\\n'))}\``;
}

/** The default of an input; empty if the default is only "empty". */
function defaultOf(info: ParamInfo): string {
  const { default: value } = info;
  if (value === undefined || value === '' || JSON.stringify(value) === '{}') return '';
  return code(value);
}

function typeOf(info: ParamInfo): string {
  if (info.choices !== undefined) {
    const choices = info.choices.map(({ value }) => code(value)).join(', ');
    return info.freeText === true ? `text, for example ${choices}` : `one of ${choices}`;
  }
  const word: string = TYPE_WORDS[info.kind];
  const unit = info.unit === undefined ? '' : ` (${info.unit})`;
  if (info.min === undefined && info.max === undefined) return `${word}${unit}`;
  return `${word} from ${info.min ?? 'any'} to ${info.max ?? 'any'}${unit}`;
}

function rowOf(name: string, info: ParamInfo): string {
  const help = [info.required ? 'Required.' : '', info.help ?? ''].filter(Boolean).join(' ');
  const cells = [
    `\`${name}\`<br>${cell(info.title)}`,
    typeOf(info),
    defaultOf(info),
    info.overridable ? 'yes' : 'no',
    cell(help),
  ];
  return `| ${cells.join(' | ')} |`;
}

function handlesOf({ inputs, outputs }: NodeDefinition): string {
  const takes = inputs.map(
    ({ label, list, optional }) =>
      `${label}${list === true ? ' (one or more)' : ''}${optional === true ? ' (optional)' : ''}`,
  );
  const gives = [...new Set(outputs.map(({ label }) => label))];
  return [takes.length === 0 ? '' : `Takes: ${takes.join(', ')}.`, `Gives: ${gives.join(' or ')}.`]
    .filter(Boolean)
    .join(' ');
}

function describeNode(definition: NodeDefinition): string {
  const { label, name, version, description, synonyms, aliases = [], upload, credential, connects } = definition;
  const params = Object.entries(definition.params.shape).map(([param, schema]) => [param, paramInfo(schema)] as const);
  return [
    `### ${label}`,
    `\`${name}\`, version ${version}. ${description}`,
    ...aliases.map(
      (alias) =>
        `Flows of Flowise may have it as \`${alias.name}\`.${alias.note === undefined ? '' : ` ${alias.note}`}`,
    ),
    handlesOf(definition),
    upload === undefined ? '' : `Files: ${upload.extensions.join(' ')}`,
    credential === undefined
      ? ''
      : `Credential: ${credential.label} (\`${credential.kind}\`); its fields are the secrets below.`,
    connects === true ? 'Its connection can be tested.' : '',
    params.length === 0
      ? ''
      : [
          '| Input | Type | Default | Override | |',
          '|---|---|---|---|---|',
          ...params.map(([param, info]) => rowOf(param, info)),
        ].join('\n'),
    `Found by: ${synonyms.join(', ')}.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The page of all nodes as Markdown, in palette order, with a section per category. */
export function describeNodes(definitions: readonly NodeDefinition[]): string {
  const byCategory = Map.groupBy(definitions, categoryOf);
  const parts = [...byCategory].map(([category, nodes]) => `## ${category}\n\n${nodes.map(describeNode).join('\n\n')}`);
  return `${[INTRODUCTION, ...parts].join('\n\n')}\n`;
}
