import type { NodeOutput } from '../define-node.ts';
import { booleanParam, noEffectParam, numberParam, optionalNumberParam, textParam } from '../params.ts';

export const temperatureParam = numberParam({
  title: 'Temperature',
  help: '0 gives the likeliest words each time; higher numbers give more variety.',
  default: 0.9,
  min: 0,
  max: 2,
  integer: false,
});

/** Flowise's switch, with which a flow sends its answers word by word. */
export const streamingParam = booleanParam({
  title: 'Streaming',
  help: 'Answers are sent word by word.',
  default: true,
  advanced: true,
});

export const imagesParam = noEffectParam({
  title: 'Allow image uploads',
  help: 'Pictures are not sent to models here: this has no effect.',
  kind: 'boolean',
});

export const maxTokensParam = optionalNumberParam({
  title: 'Maximum length of the answer',
  help: "Empty: the service's own.",
  min: 1,
  max: 10_000_000,
  unit: 'tokens',
  advanced: true,
});

export const topPParam = optionalNumberParam({
  title: 'Top P',
  help: 'Only the likeliest words that together reach this probability are chosen from.',
  min: 0,
  max: 1,
  integer: false,
  advanced: true,
});

export const topKParam = optionalNumberParam({
  title: 'Top K',
  help: 'Only so many of the likeliest words are chosen from.',
  min: 0,
  max: 100_000,
  unit: 'words',
  advanced: true,
});

/** @param title of one of OpenAI's two penalties */
export function penaltyParam(title: string) {
  return optionalNumberParam({
    title,
    help: 'Higher numbers repeat fewer words.',
    min: -2,
    max: 2,
    integer: false,
    advanced: true,
  });
}

export const stopParam = textParam({
  title: 'Stop sequence',
  help: 'The answer ends before these texts, separated by commas.',
  advanced: true,
});

/** The texts of a {@link stopParam}; undefined if there are none. */
export function stopsOf(text: string): string[] | undefined {
  const stops = text
    .split(',')
    .map((stop) => stop.trim())
    .filter((stop) => stop !== '');
  return stops.length === 0 ? undefined : stops;
}

/** The longest silence of a service. @param fallback in ms */
export function silenceParam(fallback: number) {
  return numberParam({
    title: 'Timeout',
    help: 'How long the service may be silent, before the first word and between two.',
    default: fallback,
    min: 100,
    max: 3_600_000,
    unit: 'ms',
    advanced: true,
  });
}

/** For vendors. */
export const VENDOR_SILENCE_MS = 120_000;
/** For models on a machine of one's own, which read long prompts slowly. */
export const OWN_SILENCE_MS = 300_000;

/** The output of a chat model node. @param type Flowise's class of it @param more classes between it and the common ones */
export function chatModelOutput(name: string, type: string, ...more: readonly string[]): readonly NodeOutput[] {
  const baseClasses = [type, ...more, 'BaseChatModel', 'BaseLanguageModel', 'Runnable'];
  return [{ name, label: 'Chat model', type: 'BaseChatModel', baseClasses }];
}
