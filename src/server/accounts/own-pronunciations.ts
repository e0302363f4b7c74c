import { asc, eq } from 'drizzle-orm';
import { ownPronunciationsSchema } from '#shared/api/fields.ts';
import type { OwnPronunciation } from '#shared/pronunciations.ts';
import type { Queries } from '../database/database.ts';
import { pronunciations } from '../database/schema.ts';
import { signedInOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';

export function listPronunciations(queries: Queries, uid: string): Promise<OwnPronunciation[]> {
  const { language, term, say } = pronunciations;
  return queries
    .select({ language, term, say })
    .from(pronunciations)
    .where(eq(pronunciations.uid, uid))
    .orderBy(asc(language), asc(term));
}

export function addPronunciationRoutes(routes: Routes, { queries }: { readonly queries: Queries }): void {
  const url = '/api/account/pronunciations';
  routes.add({
    method: 'GET',
    url,
    schema: { summary: 'How words are said in all projects', response: { 200: ownPronunciationsSchema } },
    guards: signedInOnly,
    async handler(_request, reply, { account }) {
      reply.header('cache-control', 'no-store');
      return { pronunciations: await listPronunciations(queries, account.uid) };
    },
  });

  routes.add({
    method: 'PUT',
    url,
    config: { statuses: [204] },
    schema: { summary: 'Replaces how words are said in all projects', body: ownPronunciationsSchema },
    guards: signedInOnly,
    async handler({ body }, reply, { account: { uid } }) {
      await queries.transaction(async () => {
        await queries.delete(pronunciations).where(eq(pronunciations.uid, uid));
        const rows = body.pronunciations.map(each => ({ uid, ...each }));
        if (rows.length > 0) await queries.insert(pronunciations).values(rows).onConflictDoNothing();
      });
      return reply.code(204).send();
    },
  });
}
