import type { AnswerRules, AnswerRulesBody, TokenUse } from '../../../../shared/api/answer-models.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { hostBehind } from '../../../../shared/net/where-models-run.ts';
import { estimateTokens } from '../../answers/count-tokens.ts';
import type { AgentPiece, ChatMessage, ChatPool, ChatUsage } from '../../core/chat-model.ts';
import type { ModelAddress, RetrieverDeps } from '../../core/retriever.ts';
import type { AnswerRuleRepository } from '../../storage/repositories/answer-rule-repository.ts';

export interface ModelRulesOptions {
  readonly rules: AnswerRuleRepository;
  /** Tokens that a flow may use in a day; undefined: as many as it likes. */
  readonly tokenLimitOf: (ownerId: string) => number | undefined;
  readonly now: () => Date;
}

/** Who asks. */
export interface ModelCaller {
  /** Whose tokens are used. */
  readonly ownerId: string;
  /** Whose rules hold, each of them: the owner's, and those of the flows that wait for its answer and of the document stores that it reads. */
  readonly ownerIds: readonly string[];
  /** Whether a person is asked before passages leave this machine for the first time; a script has chosen where they go. */
  readonly asksConsent: boolean;
}

/** A pool whose models are asked by the rules, and which counts what they use. */
export interface RuledPool extends ChatPool {
  /** Before passages go to another service than a chat model. @throws UserError LOCAL_MODELS_ONLY, CONSENT_NEEDED */
  readonly admitService: RetrieverDeps['admitService'];
  /** All that the services have said so far. */
  readonly usage: ChatUsage;
}

const pad = (number: number): string => String(number).padStart(2, '0');
/** The day of this machine's calendar. */
const dayOf = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

function secondsToMidnight(date: Date): number {
  const next = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
  return Math.max(1, Math.ceil((next.getTime() - date.getTime()) / 1000));
}

const plus = (a: number | undefined, b: number | undefined): number | undefined => (a === undefined ? b : a + (b ?? 0));

function createChecks({ rules, tokenLimitOf, now }: ModelRulesOptions) {
  function checkTokens(ownerId: string): void {
    const limit = tokenLimitOf(ownerId);
    if (limit === undefined) return;
    const { inputTokens, outputTokens } = rules.tokensOfDay(ownerId, dayOf(now()));
    if (inputTokens + outputTokens < limit) return;
    throw new UserError(
      'TOKENS_SPENT',
      `This flow has used the ${limit} tokens that it may use in a day: ask again tomorrow, or raise the limit in its configuration.`,
      { details: { limit, retryAfterSeconds: secondsToMidnight(now()) } },
    );
  }

  /** Those for whom no person has agreed that passages go to a host. */
  const notAgreed = (ownerIds: readonly string[], host: string) =>
    ownerIds.filter((id) => !rules.hosts(id).includes(host));

  /**
   * Whether passages may go somewhere.
   * @throws UserError LOCAL_MODELS_ONLY, CONSENT_NEEDED (422) with the host in its details, and with whom to agree for
   */
  function checkHost({ ownerIds, asksConsent }: Omit<ModelCaller, 'ownerId'>, { address, model }: ModelAddress): void {
    const host = hostBehind(address, model);
    if (host === undefined) return;
    if (ownerIds.some((id) => rules.isLocalOnly(id))) {
      throw new UserError(
        'LOCAL_MODELS_ONLY',
        `Only models on this machine may be asked here, and ${model} is at ${host}: choose another model, or lift the rule.`,
        { details: { host, model } },
      );
    }
    const asked = asksConsent ? notAgreed(ownerIds, host) : [];
    if (asked.length === 0) return;
    throw new UserError(
      'CONSENT_NEEDED',
      `The question and the passages found for it would go to ${host}: agree to that once, or choose a model on this machine.`,
      { details: { host, model, ownerIds: asked } },
    );
  }

  function described({ model, address }: ModelAddress, ownerIds: readonly string[]): AnswerRules['models'][number] {
    const host = hostBehind(address, model);
    const isAllowed = host === undefined || notAgreed(ownerIds, host).length === 0;
    return { model, address, host: host ?? null, isAllowed };
  }

  return { checkTokens, checkHost, described };
}

/** Where questions may go, and how much they may use. */
export function createModelRules(options: ModelRulesOptions) {
  const { rules, tokenLimitOf, now } = options;
  const { checkTokens, checkHost, described } = createChecks(options);

  async function* counted<Piece extends AgentPiece>(
    ownerId: string,
    messages: readonly ChatMessage[],
    pieces: AsyncIterable<Piece>,
    onUsage: (usage: ChatUsage) => void,
  ): AsyncGenerator<Piece> {
    let text = '';
    let asked = 1;
    let end: ChatUsage | undefined;
    try {
      for await (const piece of pieces) {
        if (piece.type === 'tool') asked += 1;
        else if (piece.type === 'text') text += piece.text;
        else end = piece.usage;
        yield piece;
      }
    } finally {
      // An answer that was stopped has been paid for, too, and some services count nothing.
      if (text !== '' || asked > 1 || end !== undefined) {
        const read = end?.inputTokens ?? asked * estimateTokens(messages.map(({ content }) => content).join('\n'));
        rules.addTokens(ownerId, dayOf(now()), {
          inputTokens: read,
          outputTokens: end?.outputTokens ?? estimateTokens(text),
        });
        onUsage(end ?? {});
      }
    }
  }

  return {
    /** The pool for the models of one call. What it opens throws TOKENS_SPENT (429) and LOCAL_MODELS_ONLY, CONSENT_NEEDED (422) with the host in its details. */
    poolFor(pool: ChatPool, caller: ModelCaller): RuledPool {
      let usage: ChatUsage = {};
      const onUsage = ({ inputTokens, outputTokens }: ChatUsage): void => {
        usage = {
          inputTokens: plus(usage.inputTokens, inputTokens),
          outputTokens: plus(usage.outputTokens, outputTokens),
        };
      };
      return {
        get usage() {
          return usage;
        },
        admitService: (service) => checkHost(caller, service),
        openChatModel(source) {
          checkHost(caller, source);
          checkTokens(caller.ownerId);
          const model = pool.openChatModel(source);
          return {
            ...model,
            stream: (messages, options) => counted(caller.ownerId, messages, model.stream(messages, options), onUsage),
            runAgent: (messages, options) =>
              counted(caller.ownerId, messages, model.runAgent(messages, options), onUsage),
          };
        },
      };
    },

    /**
     * @param models where a question and its passages may go
     * @param ownerIds whose rules hold then
     */
    show(ownerId: string, models: readonly ModelAddress[], ownerIds: readonly string[]): AnswerRules {
      return {
        localModelsOnly: rules.isLocalOnly(ownerId),
        allowedHosts: rules.hosts(ownerId),
        ownerIds: [...ownerIds],
        models: models.map((one) => described(one, ownerIds)),
      };
    },

    change(ownerId: string, { localModelsOnly, allowedHosts }: AnswerRulesBody): void {
      if (localModelsOnly !== undefined) rules.setLocalOnly(ownerId, localModelsOnly);
      if (allowedHosts !== undefined) rules.setHosts(ownerId, allowedHosts);
    },

    tokenUse(ownerId: string, chatId: string | undefined): TokenUse {
      return {
        total: rules.tokensOf(ownerId),
        today: rules.tokensOfDay(ownerId, dayOf(now())),
        chat: chatId === undefined ? null : rules.tokensOfChat(ownerId, chatId),
        limit: tokenLimitOf(ownerId) ?? null,
      };
    },
  };
}

export type ModelRules = ReturnType<typeof createModelRules>;
