import { LazyParts } from '../../lib/load-chunk.ts';

/** What shows a video, takes and a sound. */
export const lazyFilmParts = new LazyParts('film', async () => (await import('./film-parts.ts')).filmParts);
