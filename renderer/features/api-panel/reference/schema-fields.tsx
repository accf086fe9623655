import { useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import type { JsonSchema } from '../../../api/api-document.ts';
import { Disclosure } from '../../../ui/controls/disclosure.tsx';
import { Prose } from './prose.tsx';
import {
  fieldsOf,
  hasFields,
  innerSchema,
  limitWords,
  refName,
  resolve,
  type SchemaField,
  type Schemas,
  typeWords,
  variantsOf,
} from './schema-words.ts';

export interface FieldRowProps {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly schemas: Schemas;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

/** A field or parameter: its name, type and limits, what it is for, and the fields in it. */
export function FieldRow({ name, schema, schemas, isRequired, description }: FieldRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const target = resolve(schema, schemas);
  const limits = limitWords(schema) || limitWords(target);
  const help = description ?? schema.description ?? target.description;
  return (
    <li className="flex flex-col gap-0.5 border-b border-border py-2 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono text-secondary font-medium break-all">{name}</code>
        <span className="min-w-0 text-secondary break-words text-muted">{typeWords(schema, schemas)}</span>
        {isRequired ? <span className="text-secondary text-warning">{t('needed')}</span> : null}
      </p>
      {help === undefined ? null : (
        <p className="break-words">
          <Prose text={help} />
        </p>
      )}
      {limits === '' ? null : <p className="text-secondary break-words text-muted">{limits}</p>}
      {hasFields(schema, schemas) ? (
        <>
          <Disclosure label={t('Fields of {name}', { name })} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
          {isOpen ? (
            <div className="ml-1.5 border-l border-border pl-4">
              <SchemaFields schema={schema} schemas={schemas} />
            </div>
          ) : null}
        </>
      ) : null}
    </li>
  );
}

function FieldList({ fields, schemas }: { readonly fields: readonly SchemaField[]; readonly schemas: Schemas }) {
  return (
    <ul>
      {fields.map((field) => (
        <FieldRow key={field.name} schemas={schemas} {...field} />
      ))}
    </ul>
  );
}

function keyOf(variant: JsonSchema): string {
  return JSON.stringify(variant).slice(0, 400);
}

export interface SchemaFieldsProps {
  readonly schema: JsonSchema;
  readonly schemas: Schemas;
}

/** The fields of what is sent or answered; of a choice those of each kind. Fields inside a field open one by one. */
export function SchemaFields({ schema, schemas }: SchemaFieldsProps) {
  const inner = innerSchema(schema, schemas);
  const fields = fieldsOf(inner);
  if (fields.length > 0) return <FieldList fields={fields} schemas={schemas} />;
  const variants = variantsOf(inner);
  if (!hasFields(inner, schemas)) return <p className="text-muted">{typeWords(schema, schemas)}</p>;
  return variants.map((variant, index) => (
    <section
      key={keyOf(variant)}
      aria-label={refName(variant) ?? t('Kind {number}', { number: index + 1 })}
      className="pt-2"
    >
      <h4 className="text-secondary font-medium text-muted">
        {index === 0 ? t('Either') : t('or')} {refName(variant) ?? ''}
      </h4>
      <SchemaFields schema={variant} schemas={schemas} />
    </section>
  ));
}
