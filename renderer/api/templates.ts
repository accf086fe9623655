import { useMemo } from 'react';
import { chooseModel } from '../../shared/flow/choose-model.ts';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { FLOW_TEMPLATES } from '../../shared/flow/templates.ts';
import { BUILT_IN_MODEL } from '../../shared/nodes/embeddings/local-models.ts';
import { useModels } from './models.ts';
import { useSamples } from './samples.ts';

/** A flow that runs at once. */
export interface ReadyFlow {
  readonly id: string;
  readonly name: string;
  /** What it is for: one sentence. */
  readonly description: string;
  readonly flow: FlowDocument;
}

/** The templates with the on-device model that new flows begin with; those that read a folder read that of the samples. */
export function useTemplates(): readonly ReadyFlow[] {
  const model = useModels().data?.preferred ?? BUILT_IN_MODEL;
  const folder = useSamples(true).data?.[0]?.folder ?? '';
  return useMemo(
    () =>
      FLOW_TEMPLATES.map(({ id, name, description, draw }) => ({
        id,
        name,
        description,
        flow: chooseModel(draw(folder), model),
      })),
    [model, folder],
  );
}
