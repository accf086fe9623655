import { UserError } from '../../../../shared/errors/errors.ts';
import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import { github as definition } from '../../../../shared/nodes/documentloaders/github.ts';
import { pathFilter, splitPatterns } from '../../common/glob.ts';
import { implement } from '../../core/node-kinds.ts';
import { checkRepository, type RepositoryOptions, readRepository } from '../../sources/github/read-repository.ts';
import { repositoryAddress } from '../../sources/github/repository-address.ts';
import { readingOptions } from './reading-options.ts';

/** The files of a GitHub repository; unchanged files come from the cache. */
export const github = implement(definition, {
  open: (params) => ({
    async *loadOrigin(context) {
      yield* readRepository(optionsOf(params), context);
    },
  }),
  checkConnection: async (params, signal) => checkRepository(optionsOf(params), signal),
});

function optionsOf(params: ParamsOf<typeof definition>): RepositoryOptions {
  const { branch, recursive, skipErrors, allowLocalNetwork, maxRetries } = params;
  const address = repositoryAddress(params);
  const token = params.accessToken.trim();
  if (token !== '' && address.api.protocol !== 'https:' && !allowLocalNetwork) {
    const message = `${address.api.host} is to be asked without encryption, where others could read the access token: write https://.`;
    throw new UserError('INVALID_PARAM', message, { details: { param: 'githubInstanceApi' } });
  }
  return {
    address,
    branch,
    token,
    recursive,
    include: pathFilter(splitPatterns(params.include), 'include'),
    exclude: pathFilter(params.ignorePath ?? [], 'ignorePath'),
    skipErrors,
    reading: readingOptions(params),
    concurrency: params.maxConcurrency,
    maxRetries,
    allowLocalNetwork,
  };
}
