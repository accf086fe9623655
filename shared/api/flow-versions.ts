import { z } from 'zod';
import { ChatflowSchema } from './chatflows.ts';
import { absentable, EXAMPLE_ID } from './common.ts';

/** How many versions a flow keeps by itself, and how many of its versions people can name. */
export const AUTOMATIC_VERSIONS_LIMIT = 50;
export const NAMED_VERSIONS_LIMIT = 100;

/** Between two versions that a flow keeps while it is being changed, in ms. */
export const VERSION_EVERY_MS = 10 * 60_000;

const nameField = z.string().trim().min(1).max(100);

const reasonField = z.enum(['change', 'upsert', 'restore', 'replace', 'request']).meta({
  description:
    'Before what it was kept: a change, an upsert, the return to an earlier version, or being written over; `request`: because somebody asked.',
});

/** How a flow was at some time; the flow itself is not among its versions. */
export const FlowVersionSchema = z
  .object({
    id: z.uuid(),
    name: nameField.nullable().meta({ description: 'null: it was kept by itself, and goes when there are many.' }),
    reason: reasonField,
    savedDate: z.iso.datetime().meta({ description: 'When the flow became as it was.' }),
    sizeBytes: z.int(),
  })
  .meta({
    id: 'FlowVersion',
    examples: [
      {
        id: EXAMPLE_ID,
        name: 'Before the large books',
        reason: 'request',
        savedDate: '2025-01-15T10:30:00.000Z',
        sizeBytes: 14_200,
      },
    ],
  });
export type FlowVersion = z.infer<typeof FlowVersionSchema>;

export const FlowVersionListSchema = z.array(FlowVersionSchema).meta({ description: 'The newest first.' });

export const FlowVersionContentSchema = FlowVersionSchema.extend({
  flowData: ChatflowSchema.shape.flowData,
  apiConfig: ChatflowSchema.shape.apiConfig,
}).meta({
  id: 'FlowVersionContent',
  examples: [
    {
      id: EXAMPLE_ID,
      name: null,
      reason: 'change',
      savedDate: '2025-01-15T10:30:00.000Z',
      sizeBytes: 57,
      flowData: '{"nodes":[],"edges":[],"viewport":{"x":0,"y":0,"zoom":1}}',
      apiConfig: null,
    },
  ],
});
export type FlowVersionContent = z.infer<typeof FlowVersionContentSchema>;

export const FlowVersionKeepSchema = z
  .object({
    name: absentable(nameField),
    reason: reasonField.extract(['restore', 'replace', 'request']).default('request'),
  })
  .meta({ id: 'FlowVersionKeep', examples: [{ name: 'Before the large books' }] });

export const FlowVersionNameSchema = z
  .object({ name: nameField.nullable() })
  .meta({ id: 'FlowVersionName', examples: [{ name: 'Before the large books' }] });

export const FlowVersionParamsSchema = z.object({
  id: z.string().meta({ description: 'Id of the chatflow.', examples: [EXAMPLE_ID] }),
  versionId: z.string().meta({ examples: [EXAMPLE_ID] }),
});
