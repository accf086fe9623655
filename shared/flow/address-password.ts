import type { NodeDefinition } from '../nodes/define-node.ts';
import { paramInfo } from '../nodes/params.ts';
import { refersToVariable } from './variable-reference.ts';

/** One address and nothing else: `scheme://user`, password, `host:port`, and the rest. A password may have an @, as URL parsers take the last one. */
const ADDRESS =
  /^(?<head>\s*[a-z][a-z\d+.-]*:\/\/[^\s/?#:@]*):(?<password>[^\s/?#]*)@(?<host>[^\s/?#@]+)(?<rest>[^\s]*\s*)$/i;
const SEALED = /^sealed\.(?<sealed>[\w-]+)$/;

export interface AddressParts {
  readonly head: string;
  /** "" where it was left out. */
  readonly password: string;
  readonly host: string;
  readonly rest: string;
}

/** The parts of an address with a place for a password; undefined for any other text. */
export function readAddress(text: string): AddressParts | undefined {
  const { head, password, host, rest } = ADDRESS.exec(text)?.groups ?? {};
  return head === undefined || password === undefined || host === undefined || rest === undefined
    ? undefined
    : { head, password, host, rest };
}

/** The address with another password. */
export function withPassword({ head, host, rest }: AddressParts, password: string): string {
  return `${head}:${password}@${host}${rest}`;
}

/** The encrypted part of a password as the server keeps it; undefined for any other. */
export function sealedPart(password: string): string | undefined {
  return SEALED.exec(password)?.groups?.sealed;
}

/** Whether a password was typed: it is neither encrypted nor a reference to a variable, nor left out. */
export function isTypedPassword(password: string): boolean {
  return password !== '' && sealedPart(password) === undefined && !refersToVariable(password);
}

/** Values of a node that can hold an address: a line of text, but no secret, which is sealed as a whole. */
export function addressParams({ params }: NodeDefinition): readonly string[] {
  return Object.entries(params.shape)
    .filter(([, schema]) => ['text', 'choice'].includes(paramInfo(schema).kind))
    .map(([name]) => name);
}
