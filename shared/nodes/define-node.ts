import type { z } from 'zod';
import type { DataType, NodeKind } from './kinds.ts';
import type { ParamInfo } from './params.ts';

export interface NodeInput {
  readonly name: string;
  readonly label: string;
  readonly type: DataType;
  /** Takes several edges. */
  readonly list?: boolean;
  readonly optional?: boolean;
  readonly help: string;
}

export interface NodeOutput {
  readonly name: string;
  readonly label: string;
  readonly type: DataType;
  /** Class names as Flowise writes them into the handle id; an edge fits if any equals the input's type. */
  readonly baseClasses: readonly string[];
}

/** Secrets that a node takes from a stored credential; its secret params name the credential's fields. */
export interface NodeCredential {
  /** Flowise's name of the kind: `openAIApi`, say. Nodes of one kind take the same credentials. */
  readonly kind: string;
  /** What people call it: "OpenAI account". */
  readonly label: string;
  /**
   * Hosts of the vendor itself, where its secrets may always go: `api.example.com`, `*.example.com` for all below, `{field}.example.com` with a field of the
   * credential. Never a host that anybody can rent there: its secrets could be read. Empty where each user has a server of their own.
   */
  readonly vendorHosts: readonly string[];
  /** Shown only while a param has one of these values. */
  readonly when?: ParamInfo['when'];
}

/** A web address, or where a database is. */
export type SecretAddress = string | { readonly host: string; readonly port: number };

/** What uploads a loader takes. */
export interface NodeUpload {
  /** Its file param. */
  readonly param: string;
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
  /** It recognises files by their content as well: it takes those that no other loader takes by their name. */
  readonly anyName?: true;
}

/** How a param of an alias differs from the node's own. */
export interface AliasParam {
  /** The node's own name for it if not said. */
  readonly name?: string;
  /** In the place of the node's own. */
  readonly schema?: z.ZodType;
  /** What its value means for the node. */
  readonly toOwn?: (value: unknown) => unknown;
}

/** Another name under which Flowise has what a node does. Flows that have it keep it. */
export interface NodeAlias {
  readonly name: string;
  readonly version: number;
  readonly label: string;
  readonly type?: string;
  /** Those that differ, by the node's own names. */
  readonly params?: Readonly<Record<string, AliasParam>>;
  readonly credential?: NodeCredential;
  /** What people who use it should know. */
  readonly note?: string;
}

/**
 * What a node is. Palette, form, handles, colours, validation, override switches, documentation and execution all
 * come from it. Names of nodes, inputs and params are Flowise's, so that exported flows open on both sides.
 */
export interface NodeDefinition<
  Kind extends NodeKind = NodeKind,
  Name extends string = string,
  Params extends z.ZodObject = z.ZodObject,
> {
  readonly kind: Kind;
  readonly name: Name;
  readonly version: number;
  readonly aliases?: readonly NodeAlias[];
  /** Nodes of Flowise that are not here and in whose place this one may be put. */
  readonly standsIn?: readonly string[];
  /** Of an alias: the node that does the work. */
  readonly aliasOf?: Pick<NodeAlias, 'name'> & { readonly params: Readonly<Record<string, AliasParam>> };
  readonly note?: string;
  /** Flowise has no node of this name. */
  readonly onlyHere?: true;
  readonly label: string;
  /** One sentence: what it does for the user. */
  readonly description: string;
  /** Name of a lucide icon, kebab-case. */
  readonly icon: string;
  /** Flowise's `type` of the node, first of its base classes. */
  readonly type: string;
  /** Other words that people search for. */
  readonly synonyms: readonly string[];
  readonly params: Params;
  /** The muted line on the card. (A method, so that a registry of all nodes can hold definitions of any params.) */
  summary(params: z.output<Params>): string;
  readonly inputs: readonly NodeInput[];
  readonly outputs: readonly NodeOutput[];
  readonly credential?: NodeCredential;
  /** Every address that its secrets are sent to. Needed with `credential`. (A method, as `summary`.) */
  secretAddresses?(params: z.output<Params>): readonly SecretAddress[];
  /** Talks to something outside of this app, so that it has a "Test connection". */
  readonly connects?: boolean;
  /** Words of its button for that, where "Test connection" does not fit. */
  readonly testLabel?: string;
  /** For loaders that take uploads. */
  readonly upload?: NodeUpload;
}

/** Types a definition; the identity function at run time. */
export function defineNode<Kind extends NodeKind, const Name extends string, Params extends z.ZodObject>(
  definition: NodeDefinition<Kind, Name, Params>,
): NodeDefinition<Kind, Name, Params> {
  return definition;
}

/** The parsed params of a definition, as its implementation receives them. */
export type ParamsOf<D> = D extends { readonly params: infer P extends z.ZodObject } ? z.output<P> : never;
