import { RadioGroup } from 'radix-ui';
import { useState } from 'react';
import {
  KEY_VARIABLE,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  writeSnippet,
} from '../../../shared/snippets/write-snippet.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { CallChoice } from './call-choice.ts';
import { TryCall } from './try-call.tsx';

const LANGUAGE_NAMES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  python: 'Python',
  javascript: 'JavaScript',
};

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** One of a few, side by side. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={onChange}
      className="inline-flex rounded-control border border-border bg-surface p-0.5"
    >
      {options.map(([name, text]) => (
        <RadioGroup.Item
          key={name}
          value={name}
          className="h-7 rounded px-3 font-medium text-muted transition-colors duration-80 hover:text-ink data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent"
        >
          {text}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

function isLanguage(value: string): value is SnippetLanguage {
  return SNIPPET_LANGUAGES.some((language) => language === value);
}

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
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const chosen = choices.find((choice) => choice.title === title) ?? choices[0];
  const snippet = writeSnippet(language, chosen.call, window.location.origin);
  return (
    <section aria-label="Examples" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Choice
          label="Call"
          value={chosen.title}
          options={choices.map((choice) => [choice.title, choice.title])}
          onChange={setTitle}
        />
        <Choice
          label="Language"
          value={language}
          options={SNIPPET_LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]])}
          onChange={(value) => (isLanguage(value) ? setLanguage(value) : undefined)}
        />
      </div>
      <div className="flex items-center justify-between gap-4">
        <p className="text-muted">{chosen.help}</p>
        <CopyButton text={snippet} label="Copy" />
      </div>
      <CodeBlock
        label={`${chosen.title} in ${LANGUAGE_NAMES[language]}`}
        text={snippet}
        className="break-words whitespace-pre-wrap"
      />
      {chosen.call.needsKey ? (
        <p className="text-secondary text-muted">
          The key is read from the environment: set <code className="font-mono">{KEY_VARIABLE}</code> before you run it.
        </p>
      ) : null}
      <TryCall key={chosen.title} choice={chosen} onBeforeSend={onBeforeSend} />
    </section>
  );
}
