import { LazyParts } from '../../../lib/load-chunk.ts';

/** Work of the editor: fetched with the first video or text. */
export const lazyJobs = new LazyParts('work', async () => {
  const [{ writeScript }, { speak }, { rewriteScript }] = await Promise.all([
    import('./write-script.ts'),
    import('./speak.ts'),
    import('./rewrite-script.ts'),
  ]);
  return { writeScript, speak, rewriteScript };
});
