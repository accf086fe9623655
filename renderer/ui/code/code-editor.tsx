import { lazy, Suspense } from 'react';
import { TextArea } from '../controls/inputs.tsx';
import type { CodeEditorProps } from './code-editor-props.ts';

// The editor is larger than all the rest of a form: it comes when a form with code is opened.
const CodeEditorView = lazy(async () => {
  // It measures its lines once, so its font has to be there. Without it the next one is as good.
  const font = Promise.allSettled([document.fonts.load('12px "JetBrains Mono Variable"')]);
  const [{ CodeEditorView: view }] = await Promise.all([import('./code-editor-view.tsx'), font]);
  return { default: view };
});

/** A field for code, with colours and line numbers. Tab leaves it, as every field. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, onChange, language: _, ...rest } = props;
  return (
    <Suspense
      fallback={
        <TextArea
          aria-label={label}
          className="min-h-40 font-mono text-secondary"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...rest}
        />
      }
    >
      <CodeEditorView {...props} />
    </Suspense>
  );
}
