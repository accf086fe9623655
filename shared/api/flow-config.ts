import { z } from 'zod';

/** One setting of a node that a call may override, if it is switched on for the node. */
export const FlowConfigEntrySchema = z
  .object({
    node: z.string().meta({ description: 'The label of the node.' }),
    nodeId: z.string(),
    label: z.string(),
    name: z.string().meta({ description: 'The key in overrideConfig; `files` for uploads.' }),
    type: z.string().meta({ description: 'Of a choice the values that it takes, separated by commas.' }),
  })
  .meta({
    id: 'FlowConfigEntry',
    examples: [
      {
        node: 'Recursive Character Text Splitter',
        nodeId: 'recursiveCharacterTextSplitter_0',
        label: 'Chunk size',
        name: 'chunkSize',
        type: 'number',
      },
    ],
  });
export type FlowConfigEntry = z.infer<typeof FlowConfigEntrySchema>;
