import type { NodeCredential } from '../define-node.ts';
import { secretParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';

export const azureOpenAICredential: NodeCredential = {
  kind: 'azureOpenAIApi',
  label: 'Azure OpenAI deployment',
  vendorHosts: ['{azureOpenAIApiInstanceName}.openai.azure.com'],
};

/** Secrets of nodes that ask a deployment on Azure. @param deploymentHelp what the deployment is of */
export function azureOpenAISecrets(deploymentHelp: string) {
  return {
    azureOpenAIApiKey: secretParam({ title: 'API key', required: true }),
    azureOpenAIApiInstanceName: secretParam({
      title: 'Instance name',
      help: 'The first part of the address: my-resource in my-resource.openai.azure.com.',
      isName: true,
      requiredWithout: 'basepath',
    }),
    azureOpenAIApiDeploymentName: secretParam({
      title: 'Deployment name',
      help: deploymentHelp,
      isName: true,
      required: true,
    }),
    azureOpenAIApiVersion: secretParam({ title: 'API version', help: 'Empty: 2024-10-21.', isName: true }),
  };
}

export const azureBasePath = textParam({
  title: 'Base path',
  help: "Replaces the instance's address, up to and including /openai/deployments.",
  rule: SERVICE_ADDRESS,
  placeholder: 'https://gateway.example.com/openai/deployments',
  advanced: true,
});

/** Where the secrets are sent. */
export function azureOpenAIAddresses(params: {
  readonly basepath: string;
  readonly azureOpenAIApiInstanceName: string;
}): readonly string[] {
  return [params.basepath.trim() || `https://${params.azureOpenAIApiInstanceName}.openai.azure.com`];
}
