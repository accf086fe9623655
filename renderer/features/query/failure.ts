import { z } from 'zod';
import { ApiError } from '../../../shared/client/api-error.ts';
import { messageOf } from '../../api/client.ts';

/** Why a question got no answer. */
export interface Failure {
  readonly message: string;
  readonly code?: string | undefined;
  /** The node that failed. */
  readonly nodeId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export function failureOf(error: unknown): Failure {
  const { code, nodeId, details } = error instanceof ApiError ? error : {};
  return { message: messageOf(error), code, nodeId, details };
}

const ConsentSchema = z.object({ host: z.string(), ownerIds: z.array(z.string()) });

/** What a person has to agree to before the question can be answered: where it goes, and for which flows and document stores. */
export function neededConsent({ code, details }: Failure): z.infer<typeof ConsentSchema> | undefined {
  return code === 'CONSENT_NEEDED' ? ConsentSchema.safeParse(details).data : undefined;
}
