import { VectorQueryBodySchema } from '../../../../shared/api/vector.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { retrieverTool as definition } from '../../../../shared/nodes/tools/retriever-tool.ts';
import { textInput, textOf, toolNameOf } from '../../core/agent-tool.ts';
import { implement } from '../../core/node-kinds.ts';
import type { RetrieverQuery } from '../../core/retriever.ts';

/** @throws UserError INVALID_PARAM */
function filterOf(written: Readonly<Record<string, unknown>>): RetrieverQuery['filter'] {
  if (Object.keys(written).length === 0) return undefined;
  const { data, success } = VectorQueryBodySchema.shape.filter.safeParse(written);
  if (success) return data;
  throw new UserError(
    'INVALID_PARAM',
    'The metadata filter of the retriever tool has values that no passage can have: give each field a text, a number, or a list of these.',
    { details: { param: 'retrieverToolMetadataFilter' } },
  );
}

export const retrieverTool = implement(definition, {
  open: async (params, { retriever }) => ({
    name: toolNameOf(params.name),
    description: params.description,
    parameters: textInput('input', 'What to look for: a question, or words.'),
    returnsSources: params.returnSourceDocuments,
    async call(input, signal) {
      const query = { query: textOf(input, 'input'), filter: filterOf(params.retrieverToolMetadataFilter) };
      const { docs } = await (await retriever()).retrieve(query, signal);
      return { text: docs.length === 0 ? 'Nothing was found.' : '', passages: docs };
    },
  }),
});
