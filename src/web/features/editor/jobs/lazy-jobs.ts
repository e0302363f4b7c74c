import { LazyParts } from '../../../lib/load-chunk.ts';

/** Work of the editor: fetched with the first video or text. */
export const lazyJobs = new LazyParts('work', async () => {
  const [{ writeScript }, { speak }, { rewriteScript }, { cancelJob }] = await Promise.all([
    import('./write-script.ts'),
    import('./speak.ts'),
    import('./rewrite-script.ts'),
    import('./run-job.ts'),
  ]);
  return { writeScript, speak, rewriteScript, cancelJob };
});
