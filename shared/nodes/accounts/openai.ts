import type { NodeCredential } from '../define-node.ts';
import { secretParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';

export const OPENAI_ADDRESS = 'https://api.openai.com/v1';

export const openAICredential: NodeCredential = {
  kind: 'openAIApi',
  label: 'OpenAI account',
  vendorHosts: ['api.openai.com'],
};

/** Key and address of nodes that ask OpenAI, or what speaks like it. */
export const openAIParams = {
  openAIApiKey: secretParam({
    title: 'API key',
    help: 'Not needed for most local servers.',
    requiredWithout: 'basepath',
  }),
  basepath: textParam({
    title: 'Base path',
    help: 'The address of a compatible server, up to and including /v1. Empty: OpenAI.',
    rule: SERVICE_ADDRESS,
    placeholder: 'http://localhost:1234/v1',
  }),
};

/** What differs in the aliases for LocalAI. The address is required: without it, texts and questions would be sent to OpenAI. */
export const localAIAlias = {
  params: {
    basepath: {
      name: 'basePath',
      schema: textParam({
        title: 'Base path',
        help: 'The address of the server, up to and including /v1.',
        placeholder: 'http://localhost:8080/v1',
        rule: SERVICE_ADDRESS,
        required: true,
      }),
    },
    openAIApiKey: {
      name: 'localAIApiKey',
      schema: secretParam({ title: 'API key', help: 'Not needed for most local servers.' }),
    },
  },
  credential: { kind: 'localAIApi', label: 'LocalAI account', vendorHosts: [] },
};

/** Where the key of {@link openAIParams} is sent. */
export function openAIAddresses({ basepath }: { readonly basepath: string }): readonly string[] {
  return [basepath.trim() || OPENAI_ADDRESS];
}
