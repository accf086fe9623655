import { UserError } from '../../../../shared/errors/errors.ts';
import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import { s3Directory as definition } from '../../../../shared/nodes/documentloaders/s3-directory.ts';
import { pathFilter, splitPatterns } from '../../common/glob.ts';
import { implement } from '../../core/node-kinds.ts';
import { type BucketKeys, bucketAddress } from '../../sources/s3/bucket-client.ts';
import { type BucketOptions, checkBucket, readBucket } from '../../sources/s3/read-bucket.ts';
import { readingOptions } from './reading-options.ts';

type Params = ParamsOf<typeof definition>;

/** The files of an S3 bucket; unchanged files come from the cache. */
export const s3Directory = implement(definition, {
  open: (params) => ({
    async *loadOrigin(context) {
      yield* readBucket(optionsOf(params), context);
    },
  }),
  checkConnection: async (params, signal) => checkBucket(optionsOf(params), signal),
});

function optionsOf(params: Params): BucketOptions {
  const { prefix, skipErrors, allowLocalNetwork } = params;
  const key = params.keyName.trim();
  return {
    address: bucketAddress(params),
    keys: keysOf(params),
    prefix: key === '' ? prefix.trim() : key,
    include: key === '' ? pathFilter(splitPatterns(params.include), 'include') : (path) => path === key,
    exclude: pathFilter(splitPatterns(params.exclude), 'exclude'),
    skipErrors,
    reading: readingOptions(params),
    allowLocalNetwork,
  };
}

function keysOf({ awsKey, awsSecret, awsSession }: Params): BucketKeys | undefined {
  const [accessKeyId, secretAccessKey, sessionToken] = [awsKey.trim(), awsSecret.trim(), awsSession.trim()];
  if (accessKeyId === '' && secretAccessKey === '') return undefined;
  if (accessKeyId !== '' && secretAccessKey !== '') return { accessKeyId, secretAccessKey, sessionToken };
  const [param, missing] = accessKeyId === '' ? ['awsKey', 'Access key id'] : ['awsSecret', 'Secret access key'];
  throw new UserError('INVALID_PARAM', `${missing} is missing: access key and secret go together.`, {
    details: { param },
  });
}
