import { useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import type { CallChoice } from './call-choice.ts';
import { Choice } from './choice.tsx';
import { Snippet } from './snippet.tsx';
import { TryCall } from './try-call.tsx';

/** The calls of a flow or store, as programs in the language that is chosen; and a way to try each. */
export function CallExamples({
  choices,
  onBeforeSend,
}: {
  readonly choices: readonly [CallChoice, ...CallChoice[]];
  /** Before a call is tried: saves what the call depends on. */
  readonly onBeforeSend?: () => Promise<unknown>;
}) {
  const [title, setTitle] = useState(choices[0].title);
  const chosen = choices.find((choice) => choice.title === title) ?? choices[0];
  return (
    <section aria-label={t('Examples')} className="flex flex-col gap-3">
      <Snippet
        title={chosen.title}
        call={chosen.call}
        before={
          <Choice
            label={t('Call')}
            value={chosen.title}
            options={choices.map((choice) => [choice.title, choice.title])}
            onChange={setTitle}
          />
        }
        help={chosen.help}
      />
      <TryCall key={chosen.title} choice={chosen} onBeforeSend={onBeforeSend} />
    </section>
  );
}
