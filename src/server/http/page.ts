import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { findPagePath, type PagePath, pagePaths, publicPages, publicPagesFolder } from '#shared/pages.ts';
import { answerProblem } from './answer-problem.ts';
import type { App, Reply, Request } from './app-types.ts';
import { PageFiles, sendPageFile } from './page-files.ts';

/** Where `vite build` lays the page. */
export const builtPage = fileURLToPath(new URL('../../../dist/web', import.meta.url));

const drawing = 'image/svg+xml';

/**
 * Serves the built page, and answers every address that is nobody's.
 * @param folder where the page's files are
 */
export async function servePage(app: App, folder: string): Promise<void> {
  await app.register(serveFiles, {
    root: folder,
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    suppressWarning: true,
    allowedPath: path => !path.endsWith('.map'),
    setHeaders: (reply, path) => {
      // The names of these files change with their content.
      const isHashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // @fastify/static says of text only in which letters it is written.
  app.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('content-type') === drawing) reply.type(`${drawing}; charset=utf-8`);
  });
  const files = new PageFiles(folder);
  const sendPage = (request: Request, reply: Reply, name: string) => {
    const file = files.find(name) ?? files.find(shell);
    if (!file) throw notBuilt();
    sendPageFile(request, reply.header('cache-control', 'no-cache'), file);
  };
  for (const url of pagePaths)
    app.get(url, { schema: { hide: true } }, (request, reply) =>
      sendPage(request, reply, chooseFile(request, url)),
    );
  app.setNotFoundHandler((request, reply) => {
    if (isVisit(request)) sendPage(request, reply.code(404), shell);
    else answerProblem(new CodedError('not_found'), request, reply);
  });
}

/**
 * An address of the page as it is in the list, however it is written; every other address as it is. For Fastify's
 * `rewriteUrl`: its own router tells capital letters apart, and calls have to stay as they are.
 */
export function normalizePageUrl(url: string): string {
  const { path, query } = splitUrl(url);
  const page = findPagePath(path);
  return page === undefined ? url : page + query;
}

function splitUrl(url: string): { path: string; query: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at) };
}

/** The page before it has drawn anything. */
const shell = 'index.html';

/** The cookie of a session, as src/server/accounts/create-auth.ts has it named. */
const sessionCookie = /(?:^|;\s*)(?:__Secure-)?benshi\.session_token=/u;

/**
 * A public page comes drawn as a visitor sees it. Not where it may be another one: for who has a session and may be led to
 * the dashboard, and with something in the address.
 */
function chooseFile(request: Request, url: PagePath): string {
  const pages: Partial<Record<PagePath, { readonly name: string }>> = publicPages;
  const name = pages[url]?.name;
  if (name === undefined || splitUrl(request.url).query !== '') return shell;
  if (sessionCookie.test(request.headers.cookie ?? '')) return shell;
  return `${publicPagesFolder}/${name}.html`;
}

function notBuilt(): CodedError {
  return new CodedError('unavailable', { message: fill(requestErrors.pageNotBuilt) });
}

/** Somebody typed an address that does not exist: the page says so more kindly than JSON. Files and calls are not visits. */
function isVisit(request: Request): boolean {
  const { path } = splitUrl(request.url);
  const wantsPage = request.headers.accept?.includes('text/html') ?? false;
  return request.method === 'GET' && wantsPage && !path.startsWith('/api/') && /^\/[\w/-]*$/u.test(path);
}
