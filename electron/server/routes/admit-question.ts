import type { FastifyRequest } from 'fastify';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { readRateLimit } from '../../../shared/flow/api-config.ts';
import { readChatbotConfig } from '../../../shared/flow/chatbot-config.ts';
import { isForeignPage, pageOrigin } from '../plugins/caller-guard.ts';
import type { ApiContext } from './api-context.ts';

/** @throws UserError RATE_LIMITED */
export function countCall(
  { id, apiConfig }: Chatflow,
  ip: string,
  { rateLimiter }: Pick<ApiContext, 'rateLimiter'>,
): void {
  const limit = readRateLimit(apiConfig);
  if (limit !== undefined) rateLimiter.count(`${id} ${ip}`, limit);
}

function refuseOtherOrigins({ chatbotConfig }: Chatflow, request: Pick<FastifyRequest, 'headers'>): void {
  const { allowedOrigins, allowedOriginsError } = readChatbotConfig(chatbotConfig);
  const origin = pageOrigin(request) ?? '';
  if (!isForeignPage(request) || allowedOrigins.every((one) => one === '') || allowedOrigins.includes(origin)) return;
  const message =
    'Pages of this origin may not ask the chatflow: list the origin in its chatbotConfig (allowedOrigins).';
  throw new UserError('FOREIGN_ORIGIN', allowedOriginsError?.trim() || message);
}

/** A page that the flow does not list. @throws UserError FOREIGN_ORIGIN */
export function admitPage(
  id: string,
  request: Pick<FastifyRequest, 'headers'>,
  { chatflows }: Pick<ApiContext, 'chatflows'>,
): void {
  if (chatflows.has(id)) refuseOtherOrigins(chatflows.find(id), request);
}

/** A call too many, or a page that the flow does not list. Document stores have neither limits nor lists. */
export function admitQuestion(request: FastifyRequest<{ Params: { id: string } }>, context: ApiContext): void {
  const { id } = request.params;
  if (!context.chatflows.has(id)) return;
  const flow = context.chatflows.find(id);
  refuseOtherOrigins(flow, request);
  countCall(flow, request.ip, context);
}
