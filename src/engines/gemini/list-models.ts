import { shareTask } from '#shared/async/shared-task.ts';
import type { Connection } from './connect.ts';

export interface ListedModel {
  /** As in requests: without `models/`. */
  readonly name: string;
  /** Maximum input in tokens; 0 if not listed. */
  readonly inputTokens: number;
  readonly methods: readonly string[];
}

export interface ModelList {
  /** All models of the key. Concurrent callers share one request; the list is cached. */
  read(signal: AbortSignal): Promise<readonly ListedModel[]>;
  /** Whether an unlisted model, such as a tuned one, exists. @throws errors of the SDK, except 404 */
  has(model: string, signal: AbortSignal): Promise<boolean>;
  forget(): void;
}

const freshMs = 60_000;
/** The vendor's maximum (ai.google.dev/api/models). It has about 60 models. */
const pageSize = 1000;
const maxPages = 5;

export function createModelList({ client }: Connection): ModelList {
  let known: { readonly models: readonly ListedModel[]; readonly readAtMs: number } | undefined;
  const readAnew = shareTask(async signal => {
    const models = await readPages(await client, signal);
    known = { models, readAtMs: performance.now() };
    return models;
  });
  return {
    read: async signal =>
      known && performance.now() - known.readAtMs < freshMs ? known.models : readAnew(signal),
    async has(model, abortSignal) {
      const { models } = await client;
      try {
        await models.get({ model, config: { abortSignal } });
        return true;
      } catch (error) {
        if (error instanceof Error && 'status' in error && error.status === 404) return false;
        throw error;
      }
    },
    forget() {
      known = undefined;
    },
  };
}

async function readPages({ models }: Awaited<Connection['client']>, abortSignal: AbortSignal) {
  const listed: ListedModel[] = [];
  const pager = await models.list({ config: { pageSize, abortSignal } });
  for (let page = pager.page, pages = 1; ; pages += 1) {
    for (const { name, inputTokenLimit, supportedActions } of page)
      if (typeof name === 'string')
        listed.push({
          name: name.replace(/^models\//u, ''),
          inputTokens: inputTokenLimit ?? 0,
          methods: supportedActions ?? [],
        });
    // The SDK's own check for a next page takes an empty token for one.
    if (!pager.params.config?.pageToken || pages >= maxPages) return listed;
    page = await pager.nextPage();
  }
}
