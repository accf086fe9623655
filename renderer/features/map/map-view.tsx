import { useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react';
import type { ReadyMap } from '../../../shared/api/content-map.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { loadMapChunk, useAskMap } from '../../api/content-map.ts';
import type { ContentsOf } from '../../api/contents.ts';
import { contentsRoute } from '../../stores/contents-link.ts';
import { navigate } from '../../stores/router.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { splitMessage } from '../../ui/feedback/error-notice.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { MapCanvas } from './map-canvas.tsx';
import { COLOURS, createMapModel, type MapModel, type MapSource, nameOfSource } from './map-model.ts';
import { AnswerPanel, SelectionPanel } from './side-panels.tsx';
import { Swatch } from './swatch.tsx';

interface QuestionBoxProps {
  readonly isAsking: boolean;
  /** Why the last question could not be placed. */
  readonly error: Error | null;
  readonly onAsk: (question: string) => void;
}

/** Asks a question that is to be shown on the map. */
function QuestionBox({ isAsking, error, onAsk }: QuestionBoxProps) {
  const [question, setQuestion] = useState('');
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (question.trim() !== '') onAsk(question.trim());
  }
  const said = error === null ? undefined : splitMessage(error.message);
  return (
    <div className="shrink-0 border-b border-border px-4 py-2">
      <form className="flex max-w-160 gap-2" onSubmit={submit}>
        <TextInput
          aria-label={t('Question')}
          placeholder={t('Where would the answer to a question be?')}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button type="submit" icon={<Search />} disabled={isAsking || question.trim() === ''}>
          {isAsking ? t('Looking…') : t('Show on the map')}
        </Button>
      </form>
      {said === undefined ? null : (
        <p role="alert" className="mt-1.5 text-danger">
          {said.whatHappened} {said.whatToDo}
        </p>
      )}
    </div>
  );
}

const ROW_PX = 32;

interface LegendProps {
  readonly model: MapModel;
  /** Number of the source that stands out. */
  readonly highlighted: number | undefined;
  readonly onHighlight: (source: number | undefined) => void;
  readonly onSelect: (source: number) => void;
}

interface SourceRowProps {
  readonly source: MapSource;
  readonly isHighlighted: boolean;
  readonly onToggle: () => void;
}

function SourceRow({ source, isHighlighted, onToggle }: SourceRowProps) {
  return (
    <div className="px-2">
      <button
        type="button"
        aria-pressed={isHighlighted}
        title={nameOfSource(source)}
        className={classNames(
          'flex h-8 w-full min-w-0 items-center gap-2 rounded-control px-2 text-left',
          isHighlighted ? 'bg-accent-soft font-medium' : 'hover:bg-hover',
        )}
        onClick={onToggle}
      >
        <Swatch style={source.style} />
        <span className="min-w-0 flex-1 truncate">{nameOfSource(source)}</span>
        <span className="tabular text-secondary text-muted">{formatCount(source.chunks)}</span>
      </button>
    </div>
  );
}

/** The sources with their colours; one of them can stand out. */
function Legend({ model, highlighted, onHighlight, onSelect }: LegendProps) {
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search.trim().toLowerCase());
  const shown = model.legend.filter((source) => nameOfSource(source).toLowerCase().includes(words));
  const chosen = highlighted === undefined ? undefined : model.sources[highlighted];
  return (
    <section
      aria-label={t('Sources')}
      className="flex min-h-0 w-64 shrink-0 flex-col border-r border-border bg-surface max-lg:h-64 max-lg:w-full max-lg:border-r-0 max-lg:border-b"
    >
      <div className="p-3">
        <SearchField label={t('Search sources')} value={search} onChange={setSearch} />
      </div>
      {model.legend.length > COLOURS ? (
        <p className="px-4 pb-2 text-secondary text-muted">
          {t('The {count} largest have colours, all others are grey.', { count: COLOURS })}
        </p>
      ) : null}
      {shown.length === 0 ? (
        <p className="px-4 text-muted">{t('No source has “{search}” in its name.', { search: search.trim() })}</p>
      ) : null}
      <VirtualList
        label={t('Sources')}
        className="min-h-0 flex-1"
        items={shown}
        keyOf={({ number }) => String(number)}
        rowHeight={ROW_PX}
        renderRow={(source) => (
          <SourceRow
            source={source}
            isHighlighted={source.number === highlighted}
            onToggle={() => onHighlight(source.number === highlighted ? undefined : source.number)}
          />
        )}
      />
      {chosen === undefined ? null : (
        <div className="flex flex-wrap gap-2 border-t border-border p-3">
          <Button onClick={() => onSelect(chosen.number)}>
            {t('Select its {count, plural, one {# point} other {# points}}', { count: chosen.drawn })}
          </Button>
          <Button look="quiet" onClick={() => onHighlight(undefined)}>
            {t('Show all')}
          </Button>
        </div>
      )}
    </section>
  );
}

const NONE: ReadonlySet<number> = new Set();

/** A map that is drawn: its sources, the picture, and what is selected or found in it. */
export function MapView({ of, map }: { readonly of: ContentsOf; readonly map: ReadyMap }) {
  const model = useMemo(() => createMapModel(map), [map]);
  const client = useQueryClient();
  const question = useAskMap(of);
  const [highlighted, setHighlighted] = useState<number>();
  const [selected, setSelected] = useState(NONE);
  const [pointed, setPointed] = useState<number>();
  const { data: answer } = question;

  function select(indices: ReadonlySet<number>): void {
    setSelected(indices);
    setPointed(undefined);
  }

  async function open(index: number): Promise<void> {
    try {
      const chunk = await loadMapChunk(client, of, model.ids[index] ?? '');
      if (chunk === undefined) showErrorToast(t('This chunk is gone: draw the map again.'));
      else navigate(contentsRoute({ ...of, source: chunk.source, chunkId: chunk.contentsId }));
    } catch (error) {
      showErrorToast(messageOf(error));
    }
  }

  function ask(text: string): void {
    select(NONE);
    question.mutate(text);
  }

  const selectSource = (source: number) =>
    select(new Set(model.sourceOf.flatMap((of_, index) => (of_ === source ? [index] : []))));
  const panel = { of, model, onPoint: setPointed };
  const answered =
    answer === undefined ? null : (
      <AnswerPanel {...panel} answer={answer} onClose={() => [setPointed(undefined), question.reset()]} />
    );
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
      <Legend model={model} highlighted={highlighted} onHighlight={setHighlighted} onSelect={selectSource} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:min-h-120 max-lg:shrink-0">
        <QuestionBox isAsking={question.isPending} error={question.error} onAsk={ask} />
        <MapCanvas
          of={of}
          model={model}
          highlighted={highlighted}
          selected={selected}
          answer={answer}
          pointed={pointed}
          onSelected={select}
          onOpen={(index) => void open(index)}
        />
      </div>
      {selected.size > 0 ? <SelectionPanel {...panel} selected={selected} onClose={() => select(NONE)} /> : answered}
    </div>
  );
}
