import * as tls from 'node:tls';
import { UserError } from '../../../shared/errors/errors.ts';
import { DatabaseConfigSchema } from '../../../shared/nodes/database-params.ts';

/** What the params of a node say of a database, the secrets of its credential included. */
export interface DatabaseSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl: boolean;
  /** As the user wrote it; see {@link readDatabaseConfig}. */
  readonly additionalConfig: Readonly<Record<string, unknown>>;
}

const SECOND = 1000;
/** A host that drops packets is waited for this long; one far away answers within a second. */
const DEFAULT_CONNECT_MS = 10 * SECOND;
/** One statement of ours is a batch or a page: far more than it takes, also on a busy server. */
const DEFAULT_STATEMENT_MS = 60 * SECOND;

export interface TlsSettings {
  readonly rejectUnauthorized: boolean;
  readonly ca: string[];
}

export interface DatabaseConfig {
  readonly tls: TlsSettings | undefined;
  readonly connectMs: number;
  readonly statementMs: number;
}

/** The list that Node has built in, and what the system or the user trusts besides. */
function trustedCertificates(own: string | readonly string[] | undefined): string[] {
  if (own !== undefined) return typeof own === 'string' ? [own] : [...own];
  // The Node of older Electrons has no such function.
  const system = typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system') : [];
  return [...new Set([...tls.rootCertificates, ...system])];
}

/**
 * Reads SSL and time limits out of the settings. `ssl` of the additional configuration goes before the switch; a certificate is verified unless
 * `{"ssl": {"rejectUnauthorized": false}}` says otherwise.
 * @throws UserError INVALID_PARAM for a key or value that has no meaning here
 */
export function readDatabaseConfig({ ssl, additionalConfig }: DatabaseSettings): DatabaseConfig {
  const parsed = DatabaseConfigSchema.safeParse(additionalConfig);
  if (!parsed.success) {
    const keys = Object.keys(DatabaseConfigSchema.shape).join(', ');
    throw new UserError(
      'INVALID_PARAM',
      `The additional configuration of the database has something else than ${keys}, or a wrong value: correct it.`,
      { details: { param: 'additionalConfig', keys: parsed.error.issues.map(({ path }) => path.join('.')) } },
    );
  }
  const config = parsed.data;
  const wanted = config.ssl ?? ssl;
  const own = typeof wanted === 'object' ? wanted : {};
  return {
    tls:
      wanted === false
        ? undefined
        : {
            rejectUnauthorized: own.rejectUnauthorized ?? true,
            ca: trustedCertificates(own.ca),
          },
    connectMs: config.connectTimeout ?? config.connectionTimeoutMillis ?? config.connectTimeoutMS ?? DEFAULT_CONNECT_MS,
    statementMs: config.statementTimeout ?? config.statement_timeout ?? DEFAULT_STATEMENT_MS,
  };
}
