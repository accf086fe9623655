import { useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { hasServerKey } from '../../../api/access.ts';
import type { ApiDocument, ApiOperation, JsonSchema } from '../../../api/api-document.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Disclosure } from '../../../ui/controls/disclosure.tsx';
import { type ApiError, commonErrors, errorsOf } from './find-operations.ts';
import { MethodWord } from './method-word.tsx';
import { OperationCall } from './operation-call.tsx';
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

interface FieldRowProps {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly schemas: Schemas;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

/** A field or parameter: its name, type and limits, what it is for, and the fields in it. */
function FieldRow({ name, schema, schemas, isRequired, description }: FieldRowProps) {
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

interface SchemaFieldsProps {
  readonly schema: JsonSchema;
  readonly schemas: Schemas;
}

/** The fields of what is sent or answered; of a choice those of each kind. Fields inside a field open one by one. */
function SchemaFields({ schema, schemas }: SchemaFieldsProps) {
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

interface PartProps {
  readonly operation: ApiOperation;
  readonly schemas: Schemas;
}

const PLACES = { path: t('In the path'), query: t('In the query'), header: t('In the header') } as const;

function Parameters({ operation, schemas }: PartProps) {
  return (['path', 'query', 'header'] as const).map((place) => {
    const those = operation.parameters.filter((parameter) => parameter.in === place);
    return those.length === 0 ? null : (
      <section key={place} aria-label={PLACES[place]}>
        <h3 className="font-semibold">{PLACES[place]}</h3>
        <ul>
          {those.map(({ name, schema, required, description }) => (
            <FieldRow
              key={name}
              name={name}
              schema={schema}
              schemas={schemas}
              isRequired={required}
              description={description}
            />
          ))}
        </ul>
      </section>
    );
  });
}

const BODIES: Readonly<Record<string, string>> = {
  'application/json': t('Body as JSON'),
  'multipart/form-data': t('Body as a form, with files'),
};

function Bodies({ operation, schemas }: PartProps) {
  return Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => (
    <section key={type} aria-label={BODIES[type] ?? type}>
      <h3 className="font-semibold">{BODIES[type] ?? type}</h3>
      <SchemaFields schema={schema} schemas={schemas} />
    </section>
  ));
}

function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}

function Answers({ operation, schemas }: PartProps) {
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  return answers.map(([status, { description, content }]) => (
    <section key={status} aria-label={t('Answer {status}', { status })}>
      <h3 className="font-semibold">
        {t('Answer {status}', { status })}{' '}
        <span className="font-normal text-muted">{description === 'OK' ? null : <Prose text={description} />}</span>
      </h3>
      {Object.entries(content).map(([type, { schema, example }]) => (
        <div key={type} className="flex flex-col gap-2">
          {type === 'application/json' ? null : <p className="text-secondary text-muted">{type}</p>}
          <SchemaFields schema={schema} schemas={schemas} />
          {example === undefined ? null : (
            <CodeBlock
              label={t('Example of the answer {status}', { status })}
              text={exampleText(example)}
              className="max-h-72 break-words whitespace-pre-wrap"
            />
          )}
        </div>
      ))}
    </section>
  ));
}

/** What each error means, by its code. */
export function ErrorList({
  errors,
  document,
}: {
  readonly errors: readonly ApiError[];
  readonly document: ApiDocument;
}) {
  return (
    <ul>
      {errors.map(({ status, code }) => (
        <li key={code} className="border-b border-border py-2 last:border-b-0">
          <p className="tabular flex flex-wrap items-baseline gap-x-2">
            <span className="text-secondary text-muted">{status}</span>
            <code className="font-mono text-secondary font-medium break-all">{code}</code>
          </p>
          <p className="break-words">{document.errors[code]}</p>
        </li>
      ))}
    </ul>
  );
}

export interface OperationPageProps {
  readonly operation: ApiOperation;
  readonly document: ApiDocument;
}

/** One operation: what it takes and answers, an example in three languages, and a way to try it. */
export function OperationPage({ operation, document }: OperationPageProps) {
  const { method, path, summary, description } = operation;
  const { schemas } = document;
  const common = new Set(commonErrors(document).map(({ code }) => code));
  const errors = errorsOf(operation).filter(({ code }) => !common.has(code));
  return (
    <article aria-label={summary} className="px-6 py-5">
      <h2 className="text-section font-semibold">{summary}</h2>
      <p className="flex items-baseline gap-2">
        <MethodWord method={method} />
        <code className="min-w-0 font-mono text-secondary break-all">{path}</code>
      </p>
      {description === undefined ? null : (
        <p className="mt-2 max-w-180">
          <Prose text={description} />
        </p>
      )}
      <div className="mt-5 grid grid-cols-1 gap-x-10 gap-y-6 2xl:grid-cols-[minmax(0,1fr)_minmax(0,38rem)]">
        <div className="order-2 flex min-w-0 flex-col gap-6 2xl:order-1">
          <Parameters operation={operation} schemas={schemas} />
          <Bodies operation={operation} schemas={schemas} />
          <Answers operation={operation} schemas={schemas} />
          {errors.length === 0 ? null : (
            <section aria-label={t('Errors')}>
              <h3 className="font-semibold">{t('Errors')}</h3>
              <ErrorList errors={errors} document={document} />
            </section>
          )}
        </div>
        <div className="order-1 min-w-0 2xl:order-2">
          <OperationCall operation={operation} needsKey={hasServerKey()} />
        </div>
      </div>
    </article>
  );
}
