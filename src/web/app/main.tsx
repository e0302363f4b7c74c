import '../lib/early-errors.ts';
import './mantine.css';
// The fonts lie in these packages; a subset is fetched only when the page shows a letter of it.
import '@fontsource/goudy-bookletter-1911/latin-400.css';
import '@fontsource-variable/literata/wght.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { startErrorRecording } from '../features/error-recording/start-error-recording.ts';
import { publicConfigQuery } from '../features/public-config/use-public-config.ts';
import { Providers } from './providers.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

// Every screen needs them: asked for once, and not again where that failed.
const config = queryClient.fetchQuery(publicConfigQuery);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place to show itself in.');
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
void startErrorRecording(config);
