import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { type LocalAddressKind, localAddressKind } from './address-kind.ts';
import { addressRefused } from './web-errors.ts';

/** @returns undefined for an address that may be connected to */
export type JudgeAddress = (address: string) => LocalAddressKind | undefined;

export interface AgentOptions {
  readonly allowLocalNetwork: boolean;
  /** Finds the addresses of a name; the system's own way unless it is given. */
  readonly lookup?: LookupFunction;
  /** Says which addresses are refused, and why; {@link localAddressKind} unless it is given. */
  readonly judgeAddress?: JudgeAddress;
  /** How long a connection may take to come about. */
  readonly connectTimeoutMs: number;
}

/** Enough for a site and what it leads to; a server that sees more from one client takes it for an attack. */
const CONNECTIONS_PER_HOST = 6;

/**
 * Makes what opens connections: unless the local network is allowed, only ones to public addresses. The address is checked that is really connected to, for every
 * connection: neither a redirect, nor a name that leads to another address the next time, nor an odd notation gets around it.
 */
export async function createGuardedAgent(options: AgentOptions): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  const { allowLocalNetwork, lookup = systemLookup, judgeAddress = localAddressKind, connectTimeoutMs } = options;
  const limits = { connections: CONNECTIONS_PER_HOST, allowH2: false };
  const connector = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    lookup: allowLocalNetwork ? lookup : publicOnly(lookup, judgeAddress),
  });
  if (allowLocalNetwork) return new Agent({ ...limits, connect: connector });
  return new Agent({
    ...limits,
    connect(target, callback) {
      const host = target.hostname.replace(/^\[|\]$/g, '');
      // No name is looked up for an address.
      const kind = isIP(host) === 0 ? undefined : judgeAddress(host);
      if (kind !== undefined) {
        callback(addressRefused(host, host, kind), null);
        return;
      }
      connector(target, (...[error, socket]) => {
        if (error !== null) {
          callback(error, null);
          return;
        }
        const address = socket.remoteAddress;
        const reached = address === undefined ? undefined : judgeAddress(address);
        if (address === undefined || reached === undefined) {
          callback(null, socket);
          return;
        }
        socket.destroy();
        callback(addressRefused(host, address, reached), null);
      });
    },
  });
}

/** Finds public addresses only; a name that has no others is refused. */
function publicOnly(lookup: LookupFunction, judgeAddress: JudgeAddress): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const addresses = Array.isArray(found) ? found : [{ address: found, family: family ?? isIP(found) }];
      const open = addresses.filter(({ address }) => judgeAddress(address) === undefined);
      const [first] = open;
      if (first === undefined) {
        const address = addresses[0]?.address ?? '';
        const kind = judgeAddress(address) ?? 'reserved';
        callback(addressRefused(hostname, address, kind), '', 0);
      } else if (options.all === true) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };
}
