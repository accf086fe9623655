import './configure-zod.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@xyflow/react/dist/base.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { messageOf } from './api/client.ts';
import { App } from './app/app.tsx';
import { openSession } from './app/open-session.ts';
import { recordToasts } from './stores/activity/activity.ts';
import { showErrorToast } from './ui/feedback/toast.tsx';

/** Shows the window, once the server knows who asks. */
export function start(): void {
  recordToasts();
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const shown = createRoot(root);
  const show = () =>
    shown.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  // Before the first call, which may need it.
  openSession()
    .catch((error: unknown) => showErrorToast(messageOf(error)))
    .finally(show);
}
