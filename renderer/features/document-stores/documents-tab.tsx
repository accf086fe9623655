import { useState } from 'react';
import type { DocumentStore } from '../../../shared/api/document-stores.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { usePageFiles } from '../../forms/page-files.ts';
import type { PickedFile } from '../../forms/picked-files.ts';
import { navigate } from '../../stores/router.ts';
import type { ActiveRun } from '../../stores/run-store.ts';
import { joinFiles } from './chosen-files.tsx';
import { LoaderEditor } from './loader-editor.tsx';
import { LoaderList } from './loader-list.tsx';
import { LoaderPicker } from './loader-picker.tsx';

/** What is being added or changed in the place of the list. */
type Editing =
  | { readonly step: 'none' /** Something was being added or changed before. */; readonly isBack?: true }
  | { readonly step: 'pick' }
  | { readonly step: 'edit'; readonly definition: NodeDefinition; readonly loaderId: string | undefined };

/** What is being added, with the files for it; files that are dropped begin a loader for any file. */
export function useEditing(storeId: string) {
  const [editing, setEditing] = useState<Editing>({ step: 'none' });
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  usePageFiles({
    onFiles(dropped) {
      setFiles(joinFiles(files, dropped));
      const isTaking = editing.step === 'edit' && editing.definition.upload !== undefined;
      const anyFile = findNodeDefinition('fileLoader');
      if (!isTaking && anyFile !== undefined) setEditing({ step: 'edit', definition: anyFile, loaderId: undefined });
      navigate({ page: 'store', storeId });
    },
  });
  return { editing, setEditing, files, setFiles };
}

export interface DocumentsProps {
  readonly store: DocumentStore;
  readonly run: ActiveRun | undefined;
  readonly editing: Editing;
  readonly setEditing: (editing: Editing) => void;
  readonly files: readonly PickedFile[];
  readonly setFiles: (files: readonly PickedFile[]) => void;
  readonly upsert: (loaderId: string | undefined) => void;
  readonly onStarted: () => void;
}

/** The loaders of a store, or the one that is being added or changed. */
export function Documents({ store, run, editing, setEditing, files, setFiles, upsert, onStarted }: DocumentsProps) {
  const close = () => {
    setEditing({ step: 'none', isBack: true });
    setFiles([]);
  };
  if (editing.step === 'pick') {
    return (
      <LoaderPicker
        onPick={(definition) => setEditing({ step: 'edit', definition, loaderId: undefined })}
        onCancel={close}
      />
    );
  }
  if (editing.step === 'edit') {
    return (
      <LoaderEditor
        key={editing.loaderId ?? editing.definition.name}
        store={store}
        definition={editing.definition}
        existing={store.loaders.find(({ id }) => id === editing.loaderId)}
        files={files}
        onFiles={setFiles}
        onClose={close}
        onStarted={onStarted}
      />
    );
  }
  const edit = (loaderId: string) => {
    const loader = store.loaders.find(({ id }) => id === loaderId);
    const definition = loader === undefined ? undefined : findNodeDefinition(loader.loaderId);
    if (definition !== undefined) setEditing({ step: 'edit', definition, loaderId });
  };
  return (
    <LoaderList
      store={store}
      run={run}
      onAdd={() => setEditing({ step: 'pick' })}
      onEdit={edit}
      onUpsert={upsert}
      onStarted={onStarted}
    />
  );
}
