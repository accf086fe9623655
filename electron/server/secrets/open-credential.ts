export type CredentialFields = Readonly<Record<string, string>>;

/** A credential with its secrets, for a running node. */
export interface OpenCredential {
  readonly id: string;
  readonly name: string;
  /** The vendor of the secrets: `credential.kind` of node definitions. */
  readonly kind: string;
  readonly fields: CredentialFields;
  /** Allowed hosts in addition to the vendor's. */
  readonly addedHosts: readonly string[];
  /** Whether it may be sent to a host. */
  mayGoTo(host: string): boolean;
}
