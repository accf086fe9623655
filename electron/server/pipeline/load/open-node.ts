import { ZodError } from 'zod';
import { faultOf } from '../../../../shared/errors/describe-fault.ts';
import { BugError, UserError, withNodeId } from '../../../../shared/errors/errors.ts';

/** Opens a node by its name and params. @throws UserError INVALID_PARAM naming node and param */
export async function openNode<Opened>(
  node: { readonly nodeId: string; readonly name: string; readonly params: unknown },
  open: (name: string, params: unknown) => Promise<Opened | undefined>,
): Promise<Opened> {
  try {
    const opened = await open(node.name, node.params);
    if (opened === undefined) throw new BugError(`No implementation of the node ${node.name}`, { nodeId: node.nodeId });
    return opened;
  } catch (error) {
    if (!(error instanceof ZodError)) throw withNodeId(error, node.nodeId);
    const issue = error.issues[0];
    const param = issue?.path.join('.') ?? '';
    throw new UserError('INVALID_PARAM', `${param} ${faultOf(issue)}: correct it in the node.`, {
      nodeId: node.nodeId,
      details: { param },
    });
  }
}
