import type { ComponentProps } from 'react';
import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import type { EngineNote as WholeEngineNote } from './engine-note.tsx';

const lazyEngineNote = new LazyParts('engine note', () => import('./engine-note.tsx'));

/** The engine note, fetched once it is known who works. */
export function EngineNote(props: ComponentProps<typeof WholeEngineNote>) {
  const parts = useLazyParts(lazyEngineNote, true);
  return parts ? <parts.EngineNote {...props} /> : null;
}
