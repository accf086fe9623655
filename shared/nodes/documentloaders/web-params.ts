import { type LocalAddressKind, localAddressKind } from '../../net/address-kind.ts';
import { t } from '../../texts/t.ts';
import { booleanParam, numberParam } from '../params.ts';

/** A web address, shortened to fit a card. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}

/** Params of loaders that use addresses of any kind. */
export const allowLocalNetworkParam = booleanParam({
  title: 'Allow local network',
  help: 'Also read from this machine and from private networks. Off: such addresses are refused, also when a page redirects to them.',
  default: false,
  advanced: true,
  // A caller must not decide whether the flow may reach the local network.
  overridable: false,
});

/** Params of loaders that read websites. */
export const siteParams = {
  delay: numberParam({
    title: 'Pause between requests',
    help: 'Between requests to one host. If the site asks for a longer pause, the longer one is used.',
    default: 500,
    min: 0,
    max: 60_000,
    unit: 'ms',
    advanced: true,
  }),
  respectRobots: booleanParam({
    title: 'Respect robots.txt',
    help: 'Leave out pages that the site asks programs not to read, and links that it asks them not to follow.',
    default: true,
    advanced: true,
  }),
  allowLocalNetwork: allowLocalNetworkParam,
};

/** Connections to addresses of these kinds reach this machine or the local network. */
const OWN_KINDS: ReadonlySet<LocalAddressKind | undefined> = new Set([
  'loopback',
  'link-local',
  'private',
  'unspecified',
  'cloud-secrets',
] as const);

/** Whether a host is a name of this machine or an address of a private network. Other names are checked when they are resolved. */
function isOwnNetwork(hostname: string): boolean {
  if (/^(?:.*\.)?localhost\.?$/.test(hostname)) return true;
  return OWN_KINDS.has(localAddressKind(hostname.replace(/^\[|\]$/g, '')));
}

/** Use this to refine a schema, with {@link localNetworkMisfit}: an address in the local network needs the switch for it. */
export function staysOutside(param: string) {
  return (params: Readonly<Record<string, unknown>> & { readonly allowLocalNetwork: boolean }): boolean => {
    const address = params[param];
    if (params.allowLocalNetwork || typeof address !== 'string' || !URL.canParse(address.trim())) return true;
    return !isOwnNetwork(new URL(address.trim()).hostname);
  };
}

export function localNetworkMisfit(param: string) {
  return {
    path: [param],
    message: t('is in your own network, and "Allow local network" is off'),
    params: { code: 'ADDRESS_REFUSED' },
  };
}
