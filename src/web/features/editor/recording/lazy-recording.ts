import { LazyParts } from '../../../lib/load-chunk.ts';

/** Recorder, decoder and encoder: fetched when a line is recorded. */
export const lazyRecording = new LazyParts('recorder', () => import('./record-dialog.tsx'));
