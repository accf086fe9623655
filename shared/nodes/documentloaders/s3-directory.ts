import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { openChoiceParam, secretParam, textParam } from '../params.ts';
import { WEB_ADDRESS } from '../text-rules.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { excludeParam, foundFilesParams, readingParams } from './found-files.ts';
import { allowLocalNetworkParam, localNetworkMisfit, staysOutside } from './web-params.ts';

const REGIONS = [
  ['us-east-1', 'US East (N. Virginia)'],
  ['us-east-2', 'US East (Ohio)'],
  ['us-west-2', 'US West (Oregon)'],
  ['eu-central-1', 'Europe (Frankfurt)'],
  ['eu-west-1', 'Europe (Ireland)'],
  ['eu-west-2', 'Europe (London)'],
  ['eu-north-1', 'Europe (Stockholm)'],
  ['ap-south-1', 'Asia Pacific (Mumbai)'],
  ['ap-southeast-1', 'Asia Pacific (Singapore)'],
  ['ap-northeast-1', 'Asia Pacific (Tokyo)'],
] as const;
/** Amazon's own hosts; anybody can rent other hosts below amazonaws.com. A bucket's host is below these only if no address is given. */
const S3_HOSTS = ['s3.amazonaws.com', ...REGIONS.map(([region]) => `s3.${region}.amazonaws.com`)];

const keyTexts = { title: 'Object key', placeholder: 'docs/handbook.pdf' };
const oneKey = textParam({ ...keyTexts, help: 'The full name of the file.', required: true });

export const s3Directory = defineNode({
  kind: 'documentloader',
  name: 's3Directory',
  version: 4,
  aliases: [{ name: 'S3', version: 5, label: 'S3', params: { keyName: { schema: oneKey } } }],
  label: 'S3 Directory',
  description:
    'Reads the files of an S3 bucket, at Amazon or on a server such as MinIO. Unchanged files are not fetched again.',
  icon: 'cloud-download',
  type: 'Document',
  synonyms: ['s3', 'aws', 'amazon', 'bucket', 'minio', 'r2', 'object storage', 'cloud', 'ceph'],
  credential: { kind: 'awsApi', label: 'AWS account', vendorHosts: S3_HOSTS },
  connects: true,
  params: z
    .object({
      bucketName: textParam({
        title: 'Bucket',
        required: true,
        placeholder: 'handbook',
        // Amazon's rules, and the wider rules from before 2018 and of other servers.
        pattern: /^\s*(?:s3:\/\/)?[A-Za-z0-9][\w.-]{1,253}[A-Za-z0-9]\s*$/,
        patternHelp: t('must be the name of a bucket, without a path'),
      }),
      region: openChoiceParam({
        title: 'Region',
        help: "The bucket's region; you can also type another one.",
        default: 'us-east-1',
        pattern: /^[a-z0-9-]+$/i,
        patternHelp: t('must be a region such as eu-central-1'),
        choices: REGIONS.map(([value, name]) => ({ value, label: `${name}, ${value}` })),
      }),
      serverUrl: textParam({
        title: 'Server address',
        help: 'Address of a server other than Amazon, with the bucket in the path. Empty: Amazon.',
        rule: WEB_ADDRESS,
        placeholder: 'https://minio.example.com:9000',
      }),
      prefix: textParam({
        title: 'Prefix',
        help: "The prefix of the files' names. Empty: all files.",
        placeholder: 'docs/2024/',
      }),
      keyName: textParam({
        ...keyTexts,
        help: 'The full name of one file, to read only that file. Empty: all files that match the other settings.',
        advanced: true,
      }),
      ...foundFilesParams,
      exclude: excludeParam,
      awsKey: secretParam({
        title: 'Access key id',
        help: 'Empty: for a public bucket.',
        requiredWith: 'awsSecret',
      }),
      awsSecret: secretParam({ title: 'Secret access key', requiredWith: 'awsKey' }),
      awsSession: secretParam({ title: 'Session token', help: 'Of temporary keys only.', advanced: true }),
      ...readingParams,
      allowLocalNetwork: allowLocalNetworkParam,
      ...loaderParams,
    })
    .refine(staysOutside('serverUrl'), localNetworkMisfit('serverUrl')),
  secretAddresses: ({ serverUrl }) => [serverUrl.trim() || 'https://s3.amazonaws.com'],
  summary: ({ bucketName, keyName, prefix }) =>
    bucketName === '' ? t('No bucket yet') : `${bucketName}/${keyName === '' ? prefix : keyName}`,
  inputs: loaderInputs,
  outputs: loaderOutputs,
});
