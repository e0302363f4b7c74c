import { lazyParts } from '../../../lib/load-chunk.ts';

export const lazyJobs = lazyParts('work', async () => {
  const [{ writeScript, writeYourself }, { speak }, { rewriteScript }] = await Promise.all([
    import('./write-script.ts'),
    import('./speak.ts'),
    import('./rewrite-script.ts'),
  ]);
  return { writeScript, writeYourself, speak, rewriteScript };
});
