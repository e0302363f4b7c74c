import { z } from 'zod';
import type { AskServer } from './ask-server.ts';
import type { ServerModel } from './server-model.ts';

/** Whoever has more models than this is not asked about each. */
const mostShown = 30;

const count = z.number().int().positive().optional().catch(undefined);
const words = z.array(z.string()).optional().catch(undefined);

/** Sources: Ollama 0.33.0-rc2 (fb30760), api/types.go, server/routes.go; before 0.30 tags had no capabilities, which `/api/show` tells. */
const versionSchema = z.looseObject({ version: z.string() });
const tagsSchema = z.looseObject({
  models: z.array(
    z.looseObject({
      name: z.string().min(1).max(300),
      capabilities: words,
      remote_host: z.string().optional().catch(undefined),
      details: z.looseObject({ context_length: count }).optional().catch(undefined),
    }),
  ),
});
type Tag = z.output<typeof tagsSchema>['models'][number];
const shownSchema = z.looseObject({
  capabilities: words,
  model_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** Ollama's models; undefined for another server. */
export async function listOllama(
  ask: AskServer,
  { rootUrl }: { rootUrl: string },
): Promise<ServerModel[] | undefined> {
  const version = await readAnswer(ask(`${rootUrl}/api/version`), versionSchema);
  if (!version) return undefined;
  const tags = await readAnswer(ask(`${rootUrl}/api/tags`), tagsSchema);
  if (!tags) return undefined;
  const mayShow = tags.models.length <= mostShown;
  return await Promise.all(
    tags.models.map(async tag =>
      describe(tag.capabilities || !mayShow ? tag : await show(ask, rootUrl, tag)),
    ),
  );
}

async function show(ask: AskServer, rootUrl: string, tag: Tag): Promise<Tag> {
  const shown = await readAnswer(ask(`${rootUrl}/api/show`, { model: tag.name }), shownSchema);
  const info = shown?.model_info ?? {};
  const length = count.parse(info[`${String(info['general.architecture'])}.context_length`]);
  return { ...tag, capabilities: shown?.capabilities, details: { context_length: length } };
}

function describe({ name, capabilities, details, remote_host: remote }: Tag): ServerModel {
  return {
    name,
    writes: capabilities?.includes('completion'),
    seesPictures: capabilities?.includes('vision'),
    speaks: false,
    contextTokens: details?.context_length,
    isRemote: remote !== undefined && remote !== '',
  };
}

async function readAnswer<T extends z.ZodType>(
  asked: ReturnType<AskServer>,
  schema: T,
): Promise<z.output<T> | undefined> {
  const answer = await asked;
  return answer.kind === 'answered' ? schema.safeParse(answer.body).data : undefined;
}
