import { useMutation } from '@tanstack/react-query';
import { Braces, FolderOpen, FolderSearch } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ChangeEvent, type ReactNode, useContext, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ParamKind } from '../../shared/nodes/params.ts';
import { t } from '../../shared/texts/t.ts';
import { messageOf } from '../api/client.ts';
import { listModels, type NodePart } from '../api/node-tools.ts';
import { useResource, variableCalls } from '../api/resources.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { NumberInput, TextArea, TextInput } from '../ui/controls/inputs.tsx';
import { MenuItem } from '../ui/controls/menu.tsx';
import { OpenSelect } from '../ui/controls/open-select.tsx';
import { Select } from '../ui/controls/select.tsx';
import { Switch } from '../ui/controls/switch.tsx';
import { showInFolder } from '../ui/show-in-folder.ts';
import { choosePath } from './choose-path.ts';
import { FileField } from './file-field.tsx';
import { isOn, numberOf, textOf, unitOf } from './form-values.ts';
import { NodePartContext } from './node-part.ts';
import type { ParamFieldProps } from './param-field-props.ts';
import { useAbortOnLeave } from './use-abort-on-leave.ts';

/** What begins a reference; typing it opens the list. */
const OPENING = '{{';

const NO_VARIABLES = t('There are no variables yet: make one under Resources, Variables.');

/** Where a reference goes into a text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** A text with a reference to a variable in place of a part of it; braces that were typed just before are part of it. */
export function insertReference(text: string, { start, end }: Place, name: string): string {
  const before = text.slice(0, start);
  const head = before.endsWith(OPENING) ? before.slice(0, -OPENING.length) : before;
  return `${head}{{$vars.${name}}}${text.slice(end)}`;
}

/** Whether a change of a text was the typing of the second brace. */
export function opensReference(before: string, after: string, caret: number): boolean {
  return after.length === before.length + 1 && after.slice(0, caret).endsWith(OPENING);
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

function findControl(id: string): TextControl | undefined {
  const control = document.getElementById(id);
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : undefined;
}

function placeIn(control: TextControl | undefined, text: string): Place {
  const { selectionStart, selectionEnd } = control ?? {};
  return { start: selectionStart ?? text.length, end: selectionEnd ?? text.length };
}

function Variables({ onChoose }: { readonly onChoose: (name: string) => void }) {
  const { data, isError } = useResource(variableCalls);
  const names = [...new Set((data ?? []).map(({ name }) => name))];
  const words = isError ? t('The variables can’t be listed now.') : data === undefined ? t('Looking…') : NO_VARIABLES;
  if (names.length === 0) return <p className="max-w-60 px-2 py-1.5 text-muted">{words}</p>;
  return names.map((name) => (
    <MenuItem key={name} icon={<Braces aria-hidden="true" />} label={name} onSelect={() => onChoose(name)} />
  ));
}

interface VariableMenuProps {
  /** Id of the text field. */
  readonly controlId: string;
  readonly title: string;
  readonly text: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onText: (text: string) => void;
}

/** In the corner of a text field: the variables, of which one goes in at the cursor. */
function VariableMenu({ controlId, title, text, isOpen, onOpenChange, onText }: VariableMenuProps) {
  function choose(name: string) {
    const control = findControl(controlId);
    const place = placeIn(control, text);
    const next = insertReference(text, place, name);
    const caret = next.length - (text.length - place.end);
    // At once: the menu gives the focus back a moment later, and a key typed until then would be a command of the canvas.
    flushSync(() => onText(next));
    control?.focus();
    control?.setSelectionRange(caret, caret);
  }
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger
        aria-label={t('Insert a variable into {title}', { title })}
        title={t('Insert a variable ({{)')}
        className="absolute top-1 right-1 flex size-6 items-center justify-center rounded-control bg-surface text-muted opacity-0 transition-opacity duration-80 group-focus-within/text:opacity-100 group-hover/text:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 data-[state=open]:opacity-100"
      >
        <Braces aria-hidden="true" className="size-3.5" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          // At once, as when one is chosen.
          onEscapeKeyDown={() => findControl(controlId)?.focus()}
          onCloseAutoFocus={(event) => {
            // Typing goes on where it was.
            event.preventDefault();
            findControl(controlId)?.focus();
          }}
          className="z-50 max-h-72 min-w-44 overflow-y-auto rounded-control border border-border bg-raised p-1 shadow-float"
        >
          <Variables onChoose={choose} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface PathButtonsProps {
  readonly kind: 'folder' | 'file';
  /** The path that is there now. */
  readonly path: string;
  readonly onPath: (path: string) => void;
}

/** In the app: lets the system's dialog write the path of a field, and its file manager show it. In a browser, which has neither: nothing. */
function PathButtons({ kind, path, onPath }: PathButtonsProps) {
  if (window.tributary === undefined) return null;
  return (
    <>
      <IconButton
        label={kind === 'folder' ? t('Choose a folder') : t('Choose a file')}
        icon={<FolderOpen />}
        onClick={() => void choosePath(kind, path, onPath)}
      />
      {path === '' ? null : (
        <IconButton label={t('Show in folder')} icon={<FolderSearch />} onClick={() => void showInFolder(path)} />
      )}
    </>
  );
}

/** A model of a service: those that the service lists are offered, too. It is called when the list is opened, not before. */
function ModelField({ info, value, onChange, control }: ParamFieldProps) {
  const partNow = useContext(NodePartContext);
  const newSignal = useAbortOnLeave();
  const { mutate, data, error } = useMutation({ mutationFn: (part: NodePart) => listModels(part, newSignal()) });
  const text = textOf(value, info);
  const whyNot = error === null ? data?.message : messageOf(error);
  const known = info.choices ?? [];
  const isKnown = (model: string) => known.some((choice) => choice.value === model);
  const help = t('On the service');
  const listed = (data?.models ?? [])
    .filter((model) => !isKnown(model))
    .map((model) => ({ value: model, label: model, help }));
  return (
    <>
      <OpenSelect
        {...control}
        value={text}
        options={[...known, ...listed]}
        onValueChange={(picked) => onChange(picked, picked)}
        onOpen={() => (partNow === undefined ? undefined : mutate(partNow()))}
      />
      {whyNot === undefined || isKnown(text) ? null : <p className="text-secondary text-muted">{whyNot}</p>}
    </>
  );
}

/** A text field with the list of variables, which also opens when {{ is typed. */
function useVariables({ info, value, onChange, control }: ParamFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const text = textOf(value, info);
  function type({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
    onChange(target.value, target.value);
    if (opensReference(text, target.value, target.selectionStart ?? target.value.length)) setIsOpen(true);
  }
  const menu = (
    <VariableMenu
      controlId={control.id}
      title={info.title}
      text={text}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      onText={(next) => onChange(next, next)}
    />
  );
  return { text, type, menu };
}

function TextField(props: ParamFieldProps) {
  const { text, type, menu } = useVariables(props);
  const { placeholder, pathOf } = props.info;
  return (
    <div className="flex gap-1">
      <div className="group/text relative min-w-0 flex-1">
        <TextInput {...props.control} value={text} placeholder={placeholder} onChange={type} />
        {menu}
      </div>
      {pathOf === undefined ? null : <PathButtons kind={pathOf} path={text} onPath={(path) => props.onChange(path)} />}
    </div>
  );
}

function SecretField({ info, value, onChange, control }: ParamFieldProps) {
  return (
    <TextInput
      {...control}
      type="password"
      autoComplete="new-password"
      value={textOf(value, info)}
      placeholder={info.placeholder}
      onChange={(event) => onChange(event.target.value, event.target.value)}
    />
  );
}

function MultilineField(props: ParamFieldProps) {
  const { text, type, menu } = useVariables(props);
  return (
    <div className="group/text relative">
      <TextArea {...props.control} value={text} placeholder={props.info.placeholder} onChange={type} />
      {menu}
    </div>
  );
}

function NumberField({ info, value, onChange, control }: ParamFieldProps) {
  const text = textOf(value, info);
  return (
    <NumberInput
      {...control}
      value={text}
      placeholder={info.placeholder}
      unit={unitOf(info, text)}
      onChange={(event) => onChange(numberOf(event.target.value), event.target.value)}
    />
  );
}

function BooleanField({ info, value, onChange, control }: ParamFieldProps) {
  return <Switch {...control} checked={isOn(value, info)} onCheckedChange={(checked) => onChange(checked)} />;
}

function ChoiceField({ info, value, onChange, control }: ParamFieldProps) {
  const text = textOf(value, info);
  const options = info.choices ?? [];
  if (info.isListed === true) return <ModelField info={info} value={value} onChange={onChange} control={control} />;
  if (info.freeText !== true)
    return <Select {...control} value={text} options={options} onValueChange={(picked) => onChange(picked)} />;
  return (
    <OpenSelect {...control} value={text} options={options} onValueChange={(picked) => onChange(picked, picked)} />
  );
}

function JsonField({ info, value, onChange, control }: ParamFieldProps) {
  return (
    <TextArea
      {...control}
      rows={3}
      className="font-mono text-secondary"
      value={textOf(value, info)}
      placeholder={info.placeholder}
      onChange={(event) => onChange(event.target.value, event.target.value)}
    />
  );
}

/** The one table of how each kind of param is edited. */
export const FIELD_BY_KIND = {
  text: TextField,
  multiline: MultilineField,
  number: NumberField,
  boolean: BooleanField,
  choice: ChoiceField,
  json: JsonField,
  file: FileField,
  secret: SecretField,
} as const satisfies Record<ParamKind, (props: ParamFieldProps) => ReactNode>;
