import { isIPv6 } from 'node:net';

/** A database as messages name it: never with a password, never with SQL. */
export interface DatabaseTarget {
  /** "PostgreSQL" or "MySQL". */
  readonly product: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/** `host:port`, with brackets around an IPv6 address. */
export function addressOf({ host, port }: Pick<DatabaseTarget, 'host' | 'port'>): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
