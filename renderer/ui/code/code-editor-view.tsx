import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, placeholder as emptyText, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import type { CodeEditorProps, CodeLanguage } from './code-editor-props.ts';

const LANGUAGES: Readonly<Record<CodeLanguage, () => Extension>> = {
  javascript: () => javascript(),
  json: () => json(),
};

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.propertyName, tags.function(tags.variableName)], color: 'var(--code-name)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': { fontSize: '12px', backgroundColor: 'var(--surface)', color: 'var(--ink)', borderRadius: '6px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '18px', minHeight: '160px', maxHeight: '420px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--muted)', border: 'none', paddingLeft: '4px' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
});

/** The editor itself; {@link CodeEditor} loads it. */
export function CodeEditorView(props: CodeEditorProps) {
  const { label, language, value, onChange, placeholder = '' } = props;
  const { 'aria-describedby': describedBy = '', 'aria-invalid': isInvalid } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };

  useEffect(() => {
    if (place.current === null) return undefined;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          EditorView.lineWrapping,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          LANGUAGES[language](),
          syntaxHighlighting(colours),
          look,
          emptyText(placeholder),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [language, label, placeholder, describedBy]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return (
    <div
      ref={place}
      className={`rounded-control border ${isInvalid ? 'border-danger' : 'border-border-strong/60 hover:border-border-strong'}`}
    />
  );
}
