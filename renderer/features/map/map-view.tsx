import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReadyMap } from '../../../shared/api/content-map.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { loadMapChunk, useAskMap } from '../../api/content-map.ts';
import type { ContentsOf } from '../../api/contents.ts';
import { contentsRoute } from '../../stores/contents-link.ts';
import { navigate } from '../../stores/router.ts';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { Legend } from './legend.tsx';
import { MapCanvas } from './map-canvas.tsx';
import { createMapModel } from './map-model.ts';
import { QuestionBox } from './question-box.tsx';
import { AnswerPanel, SelectionPanel } from './side-panels.tsx';

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
