import { z } from 'zod';
import type { AskServer } from './ask-server.ts';
import { describeEntry, type ModelEntry } from './read-entries.ts';
import type { ServerModel } from './server-model.ts';

/** Source: llama.cpp, tools/server/README.md and server-context.cpp (b10488). */
const propsSchema = z.looseObject({
  modalities: z.looseObject({ vision: z.boolean().optional() }).optional().catch(undefined),
});

/**
 * llama.cpp's models. One that serves a single model tells in `/props` whether it sees pictures; one that loads them as they
 * are asked for tells it in its list, and is not asked about each, because that would load it.
 */
export async function listLlamaCpp(
  ask: AskServer,
  { rootUrl, entries }: { rootUrl: string; entries: readonly ModelEntry[] },
): Promise<ServerModel[]> {
  const models = entries.filter(({ status }) => !status?.failed).map(describeEntry);
  const [only, ...more] = models;
  if (!only || more.length > 0 || entries[0]?.status) return models;
  const answer = await ask(`${rootUrl}/props`);
  const props = answer.kind === 'answered' ? propsSchema.safeParse(answer.body).data : undefined;
  return [
    {
      ...only,
      writes: only.writes ?? true,
      seesPictures: props?.modalities?.vision ?? only.seesPictures,
    },
  ];
}
