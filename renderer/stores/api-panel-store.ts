import { create } from 'zustand';

/** What the API panel explains the calls of. */
export type ApiPanelTarget =
  | { readonly kind: 'flow'; readonly id: string; readonly name: string }
  | { readonly kind: 'store'; readonly id: string; readonly name: string };

export const useApiPanelStore = create<{ readonly target: ApiPanelTarget | undefined }>(() => ({ target: undefined }));

/** Shows the calls of a flow, which must be open in the editor, or of a document store. */
export function openApiPanel(target: ApiPanelTarget): void {
  useApiPanelStore.setState({ target });
}

export function closeApiPanel(): void {
  useApiPanelStore.setState({ target: undefined });
}
