import { useEffect, useState } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';

type FilmParts = typeof import('./film-parts.ts').filmParts;

let loaded: FilmParts | undefined;

/**
 * Fetches what shows a video and a sound, which the first screen does without.
 * @throws {ChunkLoadError}
 */
export async function loadFilmParts(): Promise<FilmParts> {
  loaded ??= (await loadChunk('film', () => import('./film-parts.ts'))).filmParts;
  return loaded;
}

/**
 * What shows a video and a sound; undefined until it has arrived. Where it does not, the page says so and offers to reload,
 * which brings the work back.
 * @param isWanted there is something to show, or soon will be
 */
export function useFilmParts(isWanted: boolean): FilmParts | undefined {
  const [arrived, setArrived] = useState<FilmParts>();
  useEffect(() => {
    if (!isWanted || loaded) return;
    loadFilmParts().then(setArrived, error =>
      setArrived(() => {
        throw error;
      }),
    );
  }, [isWanted]);
  return arrived ?? loaded;
}
