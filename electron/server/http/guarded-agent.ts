import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, Socket } from 'node:net';
import type { Agent } from 'undici';
import { type LocalAddressKind, localAddressKind, secretAddressKind } from '../../../shared/net/address-kind.ts';
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
  /** {@link CONNECTIONS_PER_HOST} unless it is given. */
  readonly connectionsPerHost?: number;
  /** The longest wait for the head of an answer, and between two pieces of its body; 0: any. Five minutes unless it is given. */
  readonly silenceMs?: number;
}

/** Enough for a site and what it leads to; a server that sees more from one client takes it for an attack. */
const CONNECTIONS_PER_HOST = 6;

/**
 * Makes what opens connections: unless the local network is allowed, only ones to public addresses, and never one to where cloud machines get their secrets. The address is checked
 * that is really connected to, for every connection: neither a redirect, nor a name that leads to another address the next time, nor an odd notation gets around it.
 */
export async function createGuardedAgent(options: AgentOptions): Promise<Agent> {
  const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
  const { default: buildConnector } = await import('undici/lib/core/connect.js');
  const { allowLocalNetwork, lookup = systemLookup, connectTimeoutMs, silenceMs } = options;
  const anyAddress = options.judgeAddress ?? localAddressKind;
  const judgeAddress = allowLocalNetwork ? secretAddressKind : anyAddress;
  const limits = {
    connections: options.connectionsPerHost ?? CONNECTIONS_PER_HOST,
    allowH2: false,
    ...(silenceMs === undefined ? {} : { headersTimeout: silenceMs, bodyTimeout: silenceMs }),
  };
  const connector = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    lookup: openOnly(lookup, judgeAddress),
  });
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

/**
 * A socket for a client that connects it by itself, with port and host or with the path of a Unix socket. Refuses addresses at which cloud machines get their secrets,
 * whatever the name that leads to them: it then ends with UserError ADDRESS_REFUSED.
 */
export function createGuardedSocket(): Socket {
  const judgeAddress = secretAddressKind;
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  return Object.assign(socket, {
    connect(...target: [path: string] | [port: number, host: string]): Socket {
      const [first, host] = target;
      if (typeof first === 'string' || host === undefined) return connect(String(first));
      const kind = isIP(host) === 0 ? undefined : judgeAddress(host);
      if (kind === undefined) return connect({ port: first, host, lookup: openOnly(systemLookup, judgeAddress) });
      // The client listens for errors only after this call.
      process.nextTick(() => socket.destroy(addressRefused(host, host, kind)));
      return socket;
    },
  });
}

/** Finds addresses that may be connected to; a name that has no others is refused. */
function openOnly(lookup: LookupFunction, judgeAddress: JudgeAddress): LookupFunction {
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
