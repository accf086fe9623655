import { type ReactNode, useState } from 'react';
import { type ExampleCall, KEY_VARIABLE } from '../../../shared/snippets/example-call.ts';
import { SNIPPET_LANGUAGES, type SnippetLanguage, writeSnippet } from '../../../shared/snippets/write-snippet.ts';
import { t } from '../../../shared/texts/t.ts';
import { serverAddress } from '../../api/server-address.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { rich } from '../../ui/rich.tsx';
import { Choice } from './choice.tsx';

const LANGUAGE_NAMES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  python: 'Python',
  javascript: 'JavaScript',
};

function isLanguage(value: string): value is SnippetLanguage {
  return SNIPPET_LANGUAGES.some((language) => language === value);
}

export interface SnippetProps {
  /** Of the call: "Upsert". */
  readonly title: string;
  readonly call: ExampleCall;
  /** Beside the choice of the language. */
  readonly before: ReactNode;
  readonly help?: string;
}

/** A call as a program in the language that is chosen. */
export function Snippet({ title, call, before, help }: SnippetProps) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const text = writeSnippet(language, call, serverAddress);
  const copy = <CopyButton text={text} label={t('Copy')} />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {before}
        <div className="flex items-center gap-2">
          <Choice
            label={t('Language')}
            value={language}
            options={SNIPPET_LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]])}
            onChange={(value) => (isLanguage(value) ? setLanguage(value) : undefined)}
          />
          {help === undefined ? copy : null}
        </div>
      </div>
      {help === undefined ? null : (
        <div className="flex items-center justify-between gap-4">
          <p className="text-muted">{help}</p>
          {copy}
        </div>
      )}
      <CodeBlock
        label={t('{title} in {language}', { title, language: LANGUAGE_NAMES[language] })}
        text={text}
        className="break-words whitespace-pre-wrap"
      />
      {call.needsKey ? (
        <p className="text-secondary text-muted">
          {rich('The key is read from the environment: set <code>{variable}</code> before you run it.', {
            variable: KEY_VARIABLE,
            code: (words) => <code className="font-mono">{words}</code>,
          })}
        </p>
      ) : null}
    </>
  );
}
