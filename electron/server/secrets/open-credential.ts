export type CredentialFields = Readonly<Record<string, string>>;

/** A credential with its secrets, for a node that runs. */
export interface OpenCredential {
  readonly id: string;
  readonly name: string;
  /** Whose secrets they are: what node definitions call `credential.kind`. */
  readonly kind: string;
  readonly fields: CredentialFields;
  /** Hosts that it may go to beside its vendor's own. */
  readonly addedHosts: readonly string[];
  /** Whether it may be sent to a host. */
  mayGoTo(host: string): boolean;
}
