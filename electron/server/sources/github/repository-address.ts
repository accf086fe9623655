import { UserError } from '../../../../shared/errors/errors.ts';
import { GITHUB_API } from '../../../../shared/nodes/documentloaders/github.ts';
import { parseWebAddress } from '../../http/web-errors.ts';

/** A repository as the user names it. */
export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
  /** From a link to a branch or to a folder in it; undefined for any other link. */
  readonly branch?: string;
  /** The folder of the link, without / at its ends. */
  readonly folder: string;
}

export interface RepositoryAddress extends RepositoryName {
  /** Address of the web pages. */
  readonly web: URL;
  /** Address of the REST API, with / at its end. */
  readonly api: URL;
  /** Where files of public repositories are available without a key: these requests have no rate limit. */
  readonly raw: URL | undefined;
}

export interface RepositorySettings {
  readonly repoLink: string;
  /** Empty: GitHub itself. */
  readonly githubBaseUrl: string;
  /** Empty: GitHub itself, or the API at the address of the given server. */
  readonly githubInstanceApi: string;
}

const WEB = 'https://github.com';
const API = GITHUB_API;
const RAW = 'https://raw.githubusercontent.com';

/**
 * Finds the addresses of a repository.
 * @throws UserError INVALID_PARAM
 */
export function repositoryAddress(settings: RepositorySettings): RepositoryAddress {
  const web = parseWebAddress(settings.githubBaseUrl.trim() || WEB, 'githubBaseUrl');
  const name = repositoryName(settings.repoLink, web);
  const isGithub = web.origin === WEB;
  const written = settings.githubInstanceApi.trim();
  const own = isGithub ? API : `${withoutSlash(web)}/api/v3`;
  // The form fills this field with GitHub's own address, which a GitHub Enterprise server does not use.
  const isOfAnother = !isGithub && (written === '' || withoutSlash(new URL(parseWebAddress(written))) === API);
  const api = parseWebAddress(written === '' || isOfAnother ? own : written, 'githubInstanceApi');
  const isGithubApi = withoutSlash(api) === API;
  return { ...name, web, api: new URL(`${withoutSlash(api)}/`), raw: isGithubApi ? new URL(`${RAW}/`) : undefined };
}

function withoutSlash({ origin, pathname }: URL): string {
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** Accepts owner/name, the address of a page (also of a branch or folder), and the argument of `git clone`. */
function repositoryName(link: string, web: URL): RepositoryName {
  const trimmed = link.trim();
  const ssh = /^(?:ssh:\/\/)?git@[^/:]+[/:](.+)$/.exec(trimmed);
  const path = ssh?.[1] ?? pathOf(trimmed, web);
  const [owner = '', repository = '', kind, branch, ...rest] = path.split('/').filter((part) => part !== '');
  const name = repository.replace(/\.git$/, '');
  if (!isName(owner) || !isName(name)) {
    throw new UserError(
      'INVALID_PARAM',
      `"${trimmed}" is not the address of a repository: write one such as ${WEB}/owner/name.`,
      { details: { param: 'repoLink' } },
    );
  }
  if (kind !== 'tree' || branch === undefined) return { owner, name, folder: '' };
  return { owner, name, branch: decodeURIComponent(branch), folder: rest.map(decodeURIComponent).join('/') };
}

function pathOf(link: string, web: URL): string {
  if (/^[\w.-]+\/[\w.-]+$/.test(link)) return link;
  const url = parseWebAddress(/^https?:/i.test(link) ? link : `https://${link}`, 'repoLink');
  if (url.host !== web.host && url.host !== `www.${web.host}`) {
    throw new UserError(
      'INVALID_PARAM',
      `The repository is on ${url.host}, and not on ${web.host}: write the address of its server under "GitHub address".`,
      { details: { param: 'githubBaseUrl' } },
    );
  }
  return url.pathname;
}

/** The characters that GitHub allows in names; "." and ".." would change the path. */
function isName(text: string): boolean {
  return /^[\w.-]+$/.test(text) && !/^\.+$/.test(text);
}
