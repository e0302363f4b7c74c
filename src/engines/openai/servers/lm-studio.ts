import { z } from 'zod';
import type { AskServer } from './ask-server.ts';
import type { ServerModel } from './server-model.ts';

const count = z.number().int().positive().optional().catch(undefined);
const name = z.string().min(1).max(300);

/** Source: LM Studio's documentation (lmstudio-ai/docs c6854fb), 1_developer/2_rest/list.md, from 0.4.0 on. */
const listSchema = z.looseObject({
  models: z.array(
    z.looseObject({
      type: z.string(),
      key: name,
      max_context_length: count,
      capabilities: z.looseObject({ vision: z.boolean().optional() }).optional().catch(undefined),
    }),
  ),
});

/** The same before 0.4.0: /api/v0/models, from 0.3.6 on. */
const olderSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      id: name,
      type: z.enum(['llm', 'vlm', 'embeddings']),
      max_context_length: count,
    }),
  ),
});

/** LM Studio's models; undefined for another server. */
export async function listLmStudio(
  ask: AskServer,
  { rootUrl }: { rootUrl: string },
): Promise<ServerModel[] | undefined> {
  const answer = await ask(`${rootUrl}/api/v1/models`);
  const list = answer.kind === 'answered' ? listSchema.safeParse(answer.body).data : undefined;
  if (list) return list.models.map(describe);
  const older = await ask(`${rootUrl}/api/v0/models`);
  const olderList = older.kind === 'answered' ? olderSchema.safeParse(older.body).data : undefined;
  return olderList?.data.map(describeOlder);
}

function describe(model: z.output<typeof listSchema>['models'][number]): ServerModel {
  return {
    name: model.key,
    writes: model.type === 'llm',
    seesPictures: model.capabilities?.vision ?? false,
    speaks: false,
    contextTokens: model.max_context_length,
  };
}

function describeOlder(model: z.output<typeof olderSchema>['data'][number]): ServerModel {
  return {
    name: model.id,
    writes: model.type !== 'embeddings',
    seesPictures: model.type === 'vlm',
    speaks: false,
    contextTokens: model.max_context_length,
  };
}
