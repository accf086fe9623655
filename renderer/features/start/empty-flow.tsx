import { FileUp, FolderOpen, SquareDashed } from 'lucide-react';
import { type DragEvent, type MouseEvent, useRef, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { type ReadyFlow, useTemplates } from '../../api/templates.ts';
import { choosePath } from '../../forms/choose-path.ts';
import { FileInput } from '../../forms/file-input.tsx';
import { giveToPage } from '../../forms/page-files.ts';
import type { PickedFile } from '../../forms/picked-files.ts';
import { isPaletteDocked, openPalette, useEditorLayoutStore } from '../../stores/editor-layout-store.ts';
import { beginFlow } from '../../stores/flow/begin-flow.ts';
import { isEmptyFlow, useFlowStore } from '../../stores/flow/flow-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { FlowDrawing } from '../../ui/flow-drawing.tsx';
import { rich } from '../../ui/rich.tsx';

type TakeFiles = (files: readonly PickedFile[]) => void;

/** The way in for documents: the page takes what is dropped anywhere; here it says so, and offers the same by buttons. */
function DocumentsArea({ onFiles }: { readonly onFiles: TakeFiles }) {
  const input = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const onDragOver = (event: DragEvent) => setIsOver(event.dataTransfer.types.includes('Files'));
  function chooseFolder() {
    // The flow reads the folder itself: nothing in it has to be listed here.
    if (window.tributary === undefined) folderInput.current?.click();
    else void choosePath('folder', '', (path) => giveToPage({ kind: 'folder', path }));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows that the page takes what is dropped; the buttons do the same from the keyboard.
    <div
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      className={classNames(
        'flex flex-col items-center gap-3 rounded-card border border-dashed px-6 py-5 text-center transition-colors duration-80',
        isOver ? 'border-accent bg-accent-soft' : 'border-border-strong bg-surface',
      )}
    >
      <FileUp aria-hidden="true" className={classNames('size-6', isOver ? 'text-accent' : 'text-muted')} />
      <div>
        <p className="font-semibold">{t('Drop documents or a folder here')}</p>
        <p className="mt-0.5 text-secondary text-muted">
          {t(
            'The flow that reads, splits, embeds and stores them is drawn for you, all on this machine. You can also paste a text or a web address.',
          )}
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={() => input.current?.click()}>{t('Choose files')}</Button>
        <Button icon={<FolderOpen aria-hidden="true" />} onClick={chooseFolder}>
          {t('Choose a folder')}
        </Button>
      </div>
      <FileInput ref={input} label={t('Documents to begin with')} onFiles={onFiles} />
      <FileInput ref={folderInput} label={t('Folder to begin with')} isFolder onFiles={onFiles} />
    </div>
  );
}

function TemplateButton({ template }: { readonly template: ReadyFlow }) {
  const { name, description, flow } = template;
  function begin({ currentTarget }: MouseEvent) {
    const canvas = currentTarget.closest('.react-flow');
    beginFlow(name, flow);
    // The button is gone: keys go on from the canvas.
    if (canvas instanceof HTMLElement) canvas.focus();
  }
  return (
    <button
      type="button"
      title={description}
      className="flex h-full w-full flex-col overflow-hidden rounded-card border border-border bg-surface text-left transition-colors duration-80 hover:border-border-strong hover:bg-hover"
      onClick={begin}
    >
      <span className="flex h-18 w-full shrink-0 items-center justify-center border-b border-border bg-canvas p-2">
        <FlowDrawing flow={flow} className="size-full" />
      </span>
      <span className="block px-3 py-2">
        <span className="block font-medium">{name}</span>
        <span className="mt-0.5 line-clamp-3 text-secondary text-muted">{description}</span>
      </span>
    </button>
  );
}

function BlankHint() {
  const hasPalette = useEditorLayoutStore((state) => state.isPaletteOpen || isPaletteDocked(state));
  return (
    <div className="pointer-events-none absolute inset-0 z-4 flex items-center justify-center">
      <p className="text-muted">
        {hasPalette
          ? t('Choose the first node at the left, or drop documents here.')
          : rich('Press {key} to add a node, or drop documents here.', { key: <Kbd>/</Kbd> })}
      </p>
    </div>
  );
}

/** What an empty flow shows in place of nodes: the ways to begin one. */
export function EmptyFlow({ onFiles }: { readonly onFiles: TakeFiles }) {
  const isEmpty = useFlowStore((state) => isEmptyFlow(state.history.present));
  const templates = useTemplates();
  const [isBlank, setIsBlank] = useState(false);
  if (!isEmpty) return null;
  if (isBlank) return <BlankHint />;
  function startBlank() {
    setIsBlank(true);
    openPalette();
  }
  return (
    <section
      aria-label={t('Begin the flow')}
      className="absolute inset-x-0 top-0 bottom-14 z-4 cursor-default overflow-y-auto"
    >
      <div className="mx-auto flex min-h-full max-w-240 flex-col justify-center gap-5 px-6 py-5">
        <h2 className="text-center text-section font-semibold">{t('Your flow begins here')}</h2>
        <DocumentsArea onFiles={onFiles} />
        <div>
          <div className="mb-2 flex items-center justify-between gap-3">
            <h3 className="font-medium">{t('Or begin with a template')}</h3>
            <Button look="quiet" className="-mr-2" icon={<SquareDashed aria-hidden="true" />} onClick={startBlank}>
              {t('Start blank')}
            </Button>
          </div>
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(152px,1fr))] gap-3">
            {templates.map((template) => (
              <li key={template.id}>
                <TemplateButton template={template} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
