import { UserError } from '../../../../shared/errors/errors.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import { type Sleep, sleepFor } from '../../http/retries.ts';
import { parseAddress, placeOf } from './parse-address.ts';
import { openAIRows } from './read-answer.ts';
import { createRemoteModel } from './remote-model.ts';

export interface AzureOpenAISettings {
  readonly apiKey: string;
  /** More of them, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The name of the resource: the first part of its address. Not needed with a base path. */
  readonly instance: string;
  readonly deployment: string;
  readonly apiVersion: string;
  /** Up to and with /openai/deployments; empty: that of the resource. */
  readonly basepath: string;
  /** Texts a request. */
  readonly batchSize: number;
  readonly timeoutMs: number;
}

function deploymentsOf({ instance, basepath }: AzureOpenAISettings): string {
  const example = 'https://my-resource.openai.azure.com/openai/deployments';
  if (basepath.trim() !== '') return parseAddress(basepath, { param: 'basepath', title: 'base path', example });
  if (/^[A-Za-z0-9-]+$/.test(instance)) return `https://${instance}.openai.azure.com/openai/deployments`;
  throw new UserError(
    'INVALID_PARAM',
    'The instance name is not the name of an Azure resource: write the first part of its address, my-resource of my-resource.openai.azure.com.',
    { details: { param: 'azureOpenAIApiInstanceName' } },
  );
}

/**
 * A deployment of an embedding model on Azure OpenAI.
 * @throws UserError INVALID_PARAM when the resource is not named
 */
export function createAzureOpenAIModel(settings: AzureOpenAISettings, sleep: Sleep = sleepFor): EmbeddingModel {
  const { apiKey, deployment, apiVersion, batchSize, timeoutMs } = settings;
  const address = deploymentsOf(settings);
  const query = new URLSearchParams({ 'api-version': apiVersion });
  return createRemoteModel(
    {
      id: `azure-openai:${placeOf(address)}/${deployment}`,
      address,
      model: deployment,
      url: `${address}/${encodeURIComponent(deployment)}/embeddings?${query}`,
      headers: { 'api-key': apiKey, ...settings.headers },
      dimensions: undefined,
      batchSize,
      timeoutMs,
      bodyOf: (input) => ({ input, encoding_format: 'base64' }),
      rowsOf: openAIRows,
    },
    sleep,
  );
}
