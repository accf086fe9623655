import { create } from 'zustand';
import { closeSettings, useEditorLayoutStore } from './editor-layout-store.ts';
import { useFlowStore } from './flow/flow-store.ts';

interface VersionsStore {
  /** The flow whose versions are shown; another one that is opened begins without. */
  readonly chatflowId: string | undefined;
  /** The version that is looked at. */
  readonly versionId: string | undefined;
}

const closed: VersionsStore = { chatflowId: undefined, versionId: undefined };

export const useVersionsStore = create<VersionsStore>()(() => closed);

export function closeVersions(): void {
  useVersionsStore.setState(closed);
}

/** Shows the versions of the open flow, in the place of the other panels at the right. */
export function openVersions(): void {
  const { chatflowId } = useFlowStore.getState();
  closeSettings();
  useVersionsStore.setState({ chatflowId, versionId: undefined });
}

export function showVersionDetails(versionId: string | undefined): void {
  useVersionsStore.setState({ versionId });
}

/** Goes back one step: from a version to all of them, from those to the canvas alone. @returns whether there was a step */
export function leaveVersions(): boolean {
  const { chatflowId, versionId } = useVersionsStore.getState();
  if (versionId !== undefined) showVersionDetails(undefined);
  else closeVersions();
  return chatflowId !== undefined;
}

// Whoever asks for one of the other panels wants to see it.
useEditorLayoutStore.subscribe((state, before) => {
  const isAskedFor = (state.isInspectorOpen && !before.isInspectorOpen) || (state.isQueryOpen && !before.isQueryOpen);
  if (isAskedFor) closeVersions();
});
