export type CodeLanguage = 'javascript' | 'json';

export interface CodeEditorProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly language: CodeLanguage;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
}
