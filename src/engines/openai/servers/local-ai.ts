import { z } from 'zod';
import type { AskServer } from './ask-server.ts';
import type { ServerModel } from './server-model.ts';

const words = z.array(z.string()).nullish().catch(undefined);

/** Source: LocalAI v4.9.0-22 (82c191a), core/http/endpoints/openai/list.go; since 4.6.1. A file without a configuration has nulls. */
const listSchema = z.looseObject({
  object: z.literal('list'),
  data: z.array(
    z.looseObject({ id: z.string().min(1).max(300), capabilities: words, input_modalities: words }),
  ),
});

/** LocalAI's models; undefined for another server. */
export async function listLocalAi(
  ask: AskServer,
  { apiUrl }: { apiUrl: string },
): Promise<ServerModel[] | undefined> {
  const answer = await ask(`${apiUrl}/models/capabilities`);
  const list = answer.kind === 'answered' ? listSchema.safeParse(answer.body).data : undefined;
  return list?.data.map(({ id, capabilities }) => describe(id, capabilities ?? undefined));
}

/** What takes pictures and does not chat looks for things in them; what makes music, too, is called a speaker. */
function describe(name: string, capabilities: readonly string[] | undefined): ServerModel {
  if (!capabilities) return { name };
  const writes = capabilities.includes('chat');
  return {
    name,
    writes,
    seesPictures: writes && capabilities.includes('vision'),
    speaks: capabilities.includes('tts') && !capabilities.includes('sound_generation'),
  };
}
