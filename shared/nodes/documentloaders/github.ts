import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { booleanParam, jsonTextListParam, numberParam, secretParam, textParam } from '../params.ts';
import { hostOf } from '../secret-hosts.ts';
import { REPOSITORY, WEB_ADDRESS } from '../text-rules.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { foundFilesParams, readingParams } from './found-files.ts';
import { allowLocalNetworkParam } from './web-params.ts';

export const GITHUB_API = 'https://api.github.com';

/** The REST API that gets the token: GitHub's, or that of a GitHub Enterprise server. */
function apiAddress(baseUrl: string, instanceApi: string): string {
  const own = baseUrl.trim();
  const written = instanceApi.trim();
  const isOwn = own !== '' && hostOf(own) !== 'github.com';
  // The form fills this field with GitHub's own address, which a GitHub Enterprise server does not use.
  if (written !== '' && !(isOwn && hostOf(written) === hostOf(GITHUB_API))) return written;
  return isOwn ? own : GITHUB_API;
}

export const github = defineNode({
  kind: 'documentloader',
  name: 'github',
  version: 3,
  label: 'Github',
  description:
    'Reads the files of a GitHub repository. Files that have not changed since the last run are not fetched again.',
  icon: 'folder-git-2',
  type: 'Document',
  synonyms: ['github', 'git', 'repository', 'repo', 'code', 'source', 'branch', 'docs'],
  credential: { kind: 'githubApi', label: 'GitHub account', vendorHosts: ['api.github.com'] },
  connects: true,
  params: z.object({
    repoLink: textParam({
      title: 'Repository',
      help: 'Its address; the address of a branch or a folder works too.',
      required: true,
      rule: REPOSITORY,
      placeholder: 'https://github.com/owner/name',
    }),
    branch: textParam({
      title: 'Branch',
      help: 'A branch, tag or commit. Empty: that of the link, or else the default branch of the repository.',
      placeholder: 'main',
    }),
    recursive: booleanParam({ title: 'With subfolders', default: false }),
    ...foundFilesParams,
    accessToken: secretParam({
      title: 'Access token',
      help: 'For private repositories; it also allows far more requests per hour.',
    }),
    ignorePath: jsonTextListParam({
      title: 'Not files like',
      help: 'A JSON list of patterns of files and folders that are not read.',
      placeholder: '["test/**", "*.lock"]',
      advanced: true,
    }),
    ...readingParams,
    maxConcurrency: numberParam({
      title: 'Files at once',
      help: 'How many files are fetched at the same time.',
      default: 4,
      min: 1,
      max: 16,
      advanced: true,
    }),
    maxRetries: numberParam({
      title: 'Tries again',
      help: 'How often a request is repeated when GitHub limits the rate, after the pause that GitHub asks for.',
      default: 2,
      min: 0,
      max: 10,
      advanced: true,
    }),
    githubBaseUrl: textParam({
      title: 'GitHub address',
      help: 'Address of your GitHub Enterprise server. Empty: github.com.',
      rule: WEB_ADDRESS,
      placeholder: 'https://git.example.com',
      advanced: true,
      // Otherwise a call could send the access token to the caller's server.
      overridable: false,
    }),
    githubInstanceApi: textParam({
      title: 'GitHub API address',
      help: 'Empty: that of github.com, or /api/v3 of your server.',
      rule: WEB_ADDRESS,
      placeholder: 'https://git.example.com/api/v3',
      advanced: true,
      overridable: false,
    }),
    allowLocalNetwork: allowLocalNetworkParam,
    ...loaderParams,
  }),
  secretAddresses: ({ githubBaseUrl, githubInstanceApi }) => [apiAddress(githubBaseUrl, githubInstanceApi)],
  initial: { recursive: true },
  summary: ({ repoLink }) => repoLink.replace(/^https?:\/\/(www\.)?github\.com\//, '') || t('No repository yet'),
  inputs: loaderInputs,
  outputs: loaderOutputs,
});
