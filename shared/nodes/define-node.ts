import type { z } from 'zod';
import type { DataType } from './data-types.ts';
import type { CategoryOf, NodeKind } from './kinds.ts';
import type { ParamInfo } from './params.ts';

export interface NodeInput {
  readonly name: string;
  readonly label: string;
  readonly type: DataType;
  /** The class that Flowise writes into its handle, where that is not the type's own name: `memory:BaseChatMemory`. */
  readonly handleClass?: string;
  /** Whether it accepts several edges. */
  readonly list?: boolean;
  readonly optional?: boolean;
  /** Only filling a store needs what it takes: a question goes without, whatever is wired to it. Undefined: everything needs it. */
  readonly serves?: 'filling';
  readonly help: string;
}

/** An input, or its description. */
export interface InputClass {
  readonly type: string;
  readonly handleClass?: string;
}

/** The class in the handle of an input. */
export function handleClassOf({ type, handleClass }: InputClass): string {
  return handleClass ?? type;
}

export interface NodeOutput {
  readonly name: string;
  readonly label: string;
  readonly type: DataType;
  /** Class names as Flowise writes them into the handle id; an edge fits if one of them equals the input's type. */
  readonly baseClasses: readonly string[];
}

/** Secrets that a node reads from a stored credential; its secret params name the credential's fields. */
export interface NodeCredential {
  /** Flowise's name of the kind, for example `openAIApi`. Nodes of one kind accept the same credentials. */
  readonly kind: string;
  /** The displayed name: "OpenAI account". */
  readonly label: string;
  /**
   * Hosts of the vendor, where its secrets may always be sent: `api.example.com`, `*.example.com` for all subdomains, `{field}.example.com` with a
   * field of the credential. Never a host that anybody can rent from the vendor, because its owner could read the secrets. Empty if each user has
   * their own server.
   */
  readonly vendorHosts: readonly string[];
  /** The param is shown only while another param has one of these values. */
  readonly when?: ParamInfo['when'];
}

/** A web address, or the address of a database. */
export type SecretAddress = string | { readonly host: string; readonly port: number };

/** The uploads that a loader accepts. */
export interface NodeUpload {
  /** Its file param. */
  readonly param: string;
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
  /** How they are read, for docs/nodes.md: what becomes a document, and what is read of it or left out. */
  readonly reads?: string;
  /** It recognises files by their content too: it accepts those that no other loader accepts by name. */
  readonly anyName?: true;
}

/** How a param of an alias differs from the node's param. */
export interface AliasParam {
  /** The alias's name of the param; the node's own if not given. */
  readonly name?: string;
  /** Replaces the node's schema. */
  readonly schema?: z.ZodType;
  /** Converts its value to the node's value. */
  readonly toOwn?: (value: unknown) => unknown;
}

/** Another name that Flowise uses for the function of a node. Flows with that name keep it. */
export interface NodeAlias {
  readonly name: string;
  readonly version: number;
  readonly label: string;
  readonly type?: string;
  /** The params that differ, by the node's own names. */
  readonly params?: Readonly<Record<string, AliasParam>>;
  readonly credential?: NodeCredential;
  /** A hint for users of the alias. */
  readonly note?: string;
}

/**
 * The definition of a node. Palette, form, handles, colours, validation, override switches, documentation and execution all use it. Names of nodes,
 * inputs and params are Flowise's, so that exported flows open in both programs.
 */
export interface NodeDefinition<
  Kind extends NodeKind = NodeKind,
  Name extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Inputs extends readonly NodeInput[] = readonly NodeInput[],
> {
  readonly kind: Kind;
  /** Where it stands in the palette, if not in the first category of its kind. */
  readonly category?: CategoryOf<Kind>;
  readonly name: Name;
  readonly version: number;
  readonly aliases?: readonly NodeAlias[];
  /** For an alias: the implementing node. */
  readonly aliasOf?: Pick<NodeAlias, 'name'> & { readonly params: Readonly<Record<string, AliasParam>> };
  readonly note?: string;
  /** Whether Flowise has no node with this name. */
  readonly onlyHere?: true;
  readonly label: string;
  /** One sentence: what the node does for the user. */
  readonly description: string;
  /** Name of a lucide icon, kebab-case. */
  readonly icon: string;
  /** Flowise's `type` of the node, the first of its base classes. */
  readonly type: string;
  /** Synonyms that users search for. */
  readonly synonyms: readonly string[];
  readonly params: Params;
  /** Values of a node that a person adds in the window, where they differ from the defaults, which scripts and flows of Flowise count on. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** The muted line on the card. (A method, so that a registry of all nodes can hold definitions with any params.) */
  summary(params: z.output<Params>): string;
  readonly inputs: Inputs;
  readonly outputs: readonly NodeOutput[];
  /** What Flowise's node can give besides, and no input here takes: saved with the outputs, so that exports open there. */
  readonly savedOnlyOutputs?: readonly Omit<NodeOutput, 'type'>[];
  readonly credential?: NodeCredential;
  /** Every address that its secrets are sent to. Required with `credential`. (A method, like `summary`.) */
  secretAddresses?(params: z.output<Params>): readonly SecretAddress[];
  /** For what answers questions: whether it searches by meaning only, though its vector store compares words, too. */
  readonly byMeaning?: true;
  /** Whether it uses an external service, so that it has a "Test connection" button. */
  readonly connects?: boolean;
  /** Label of that button, where "Test connection" does not fit. */
  readonly testLabel?: string;
  /** For loaders that accept uploads. */
  readonly upload?: NodeUpload;
}

/** Types a definition; the identity function at run time. */
export function defineNode<
  Kind extends NodeKind,
  const Name extends string,
  Params extends z.ZodObject,
  const Inputs extends readonly NodeInput[],
>(definition: NodeDefinition<Kind, Name, Params, Inputs>): NodeDefinition<Kind, Name, Params, Inputs> {
  return definition;
}

/** The parsed params of a definition, as its implementation gets them. */
export type ParamsOf<D> = D extends { readonly params: infer P extends z.ZodObject } ? z.output<P> : never;
