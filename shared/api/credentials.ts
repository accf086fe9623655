import { z } from 'zod';
import { hostOf } from '../nodes/secret-hosts.ts';
import { isUnset } from '../nodes/unset.ts';
import { t } from '../texts/t.ts';
import { EXAMPLE_ID, listSchema, pagingFields } from './common.ts';

/** Names of fields are names of the secret inputs of nodes. */
const FieldsSchema = z
  .record(
    z.string().min(1).max(255),
    z.union([z.string().max(65_536), z.number().transform(String), z.boolean().transform(String)]),
  )
  .meta({ description: 'Secrets by the name of the node input that takes them. Write-only: no answer ever has them.' });

/** Fields a client may set. The server owns id and dates; they are ignored in a body, as are fields unknown to us. */
const credentialFields = {
  name: z.string().trim().min(1, t('must not be empty')).max(255),
  kind: z
    .string()
    .trim()
    .min(1, t('must not be empty'))
    .max(255)
    .meta({ description: 'What it opens: `openAIApi`, say.' }),
  fields: FieldsSchema,
};

const HostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => (text.includes('://') ? (hostOf(text) ?? '') : text.replace(/:443$/, '')))
  .pipe(
    z
      .string()
      .regex(/^[^\s/?#@*]{1,255}$/, t('must be a host such as api.example.com or localhost:1234, or an address')),
  )
  .meta({ description: 'A host, with its port where that is not 443; or an address that has it.' });

/** What the app adds to the hosts of a credential. */
export const CredentialHostSchema = z
  .object({ host: HostSchema })
  .meta({ id: 'CredentialHost', examples: [{ host: 'localhost:1234' }] });

const exampleFields = { name: 'OpenAI, team account', kind: 'openAIApi' };

/** Flowise calls kind and fields `credentialName` and `plainDataObj`. */
function fromFlowise(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { credentialName, plainDataObj, ...own }: { credentialName?: unknown; plainDataObj?: unknown } = body;
  return {
    ...(isUnset(credentialName) ? {} : { kind: credentialName }),
    ...(isUnset(plainDataObj) ? {} : { fields: plainDataObj }),
    ...own,
  };
}

const PEER_BODY = "Flowise's names of the fields, `credentialName` and `plainDataObj`, are taken too.";

export const CredentialCreateSchema = z
  .preprocess(
    fromFlowise,
    z.object({
      ...credentialFields,
      hosts: z.array(HostSchema).max(100).optional().meta({
        description: "Hosts that it may go to beside its vendor's own. Only here: later ones are added by the app.",
      }),
    }),
  )
  .meta({
    id: 'CredentialCreate',
    description: PEER_BODY,
    examples: [{ ...exampleFields, fields: { openAIApiKey: 'sk-example' } }],
  });
export type CredentialCreate = z.output<typeof CredentialCreateSchema>;

/** PUT merges the fields given; `fields` as a whole takes the place of the old ones. */
export const CredentialUpdateSchema = z.preprocess(fromFlowise, z.object(credentialFields).partial()).meta({
  id: 'CredentialUpdate',
  description: `What to change; \`fields\` as a whole takes the place of the old ones, and is needed with another \`kind\`. ${PEER_BODY}`,
  examples: [{ fields: { openAIApiKey: 'sk-another' } }],
});
export type CredentialUpdate = z.output<typeof CredentialUpdateSchema>;

export const CredentialSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: z.string(),
    credentialName: z.string().meta({ description: 'The kind, under its name in Flowise.' }),
    fieldNames: z.array(z.string()).meta({ description: 'Which secrets it holds; never the secrets themselves.' }),
    hosts: z.array(z.string()).meta({
      description:
        "Where it may be sent: its vendor's own hosts (`*.` stands for all below), and those that were allowed.",
    }),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({
    id: 'Credential',
    examples: [
      {
        id: EXAMPLE_ID,
        ...exampleFields,
        credentialName: exampleFields.kind,
        fieldNames: ['openAIApiKey'],
        hosts: ['api.openai.com'],
        createdDate: '2025-01-15T10:30:00.000Z',
        updatedDate: '2025-01-15T10:30:00.000Z',
      },
    ],
  });
export type Credential = z.infer<typeof CredentialSchema>;

export const CredentialListAnswerSchema = listSchema(CredentialSchema);
export const CredentialListQuerySchema = z.object(pagingFields);
