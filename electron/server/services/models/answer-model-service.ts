import type { AnswerModelSetting } from '../../../../shared/api/answer-models.ts';
import { SECRET_MASK, type StorePart, StorePartSchema } from '../../../../shared/api/document-store-parts.ts';
import type { ValueSource } from '../../pipeline/compile/fill-inputs.ts';
import type { AnswerModel } from '../../pipeline/retrieve/open-graph.ts';
import { createPartSealer } from '../../secrets/seal-settings.ts';
import type { SettingRepository } from '../../storage/repositories/setting-repository.ts';
import { assertKnownSettings, maskPart, overlayPart, plannedPart, readyPart } from '../libraries/parts.ts';

export interface AnswerModelServiceOptions {
  readonly settings: SettingRepository;
  readonly secretKey: () => Buffer;
  readonly values: ValueSource;
}

const PART = 'chatModel';
const SETTING = 'answerModel';

/** Which chat model answers where none is drawn: that of Settings, or one that is chosen in a conversation. */
export function createAnswerModelService({ settings, secretKey, values }: AnswerModelServiceOptions) {
  const sealer = createPartSealer(secretKey);

  function saved(): StorePart | null {
    const text = settings.get(SETTING);
    return text === undefined ? null : sealer.open(StorePartSchema.parse(JSON.parse(text)));
  }

  /** A part with the stored secrets in the place of masks. @throws as {@link readyPart} */
  function unmasked(part: StorePart): StorePart {
    assertKnownSettings(PART, part);
    const whole = overlayPart(PART, saved(), part)?.config ?? {};
    const wanted = Object.entries(whole).filter(([name]) => Object.hasOwn(part.config, name));
    return { name: part.name, config: Object.fromEntries(wanted.filter(([, value]) => value !== SECRET_MASK)) };
  }

  const ready = (part: StorePart) => readyPart(plannedPart(PART, part), values);

  function show(): AnswerModelSetting {
    const chatModel = saved();
    return { chatModel: chatModel === null ? null : maskPart(chatModel) };
  }

  return {
    show,

    /** @throws UserError INVALID_INPUT (400); INVALID_PARAM, MISSING_CREDENTIAL, CREDENTIAL_HOST (422) */
    save(part: StorePart): AnswerModelSetting {
      const chosen = unmasked(part);
      ready(chosen);
      settings.set(SETTING, JSON.stringify(sealer.seal(chosen)));
      return show();
    },

    remove(): AnswerModelSetting {
      settings.remove(SETTING);
      return show();
    },

    /**
     * The model that answers beside those that are drawn, if there is any.
     * @param chosen in the conversation
     * @throws as `save`
     */
    forAnswer(chosen: StorePart | undefined): AnswerModel | undefined {
      const part = chosen === undefined ? saved() : unmasked(chosen);
      return part === null ? undefined : { node: ready(part), isChosen: chosen !== undefined };
    },
  };
}

export type AnswerModelService = ReturnType<typeof createAnswerModelService>;
