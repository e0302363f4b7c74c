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

export const builtPage = fileURLToPath(new URL('../../../dist/web', import.meta.url));

const drawing = 'image/svg+xml';

/**
 * Serves the built page, and answers all unknown addresses.
 * @param folder the page's files
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
      // The names of these files contain a hash of their content.
      const isHashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // @fastify/static sets only the charset for text.
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
 * Normalises a page address to its listed form; other addresses are unchanged. For Fastify's
 * `rewriteUrl`, because its router is case-sensitive for calls, too.
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

/** The page without pre-rendered content. */
const shell = 'index.html';

/** The session cookie, as named in src/server/accounts/create-auth.ts. */
const sessionCookie = /(?:^|;\s*)(?:__Secure-)?benshi\.session_token=/u;

/**
 * Public pages are pre-rendered for visitors. The shell is used where the content may differ: with a session, which may
 * redirect to the dashboard, or with a query.
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

/** Whether a person opened an unknown address, so that the page explains it instead of JSON. Not for files and calls. */
function isVisit(request: Request): boolean {
  const { path } = splitUrl(request.url);
  const wantsPage = request.headers.accept?.includes('text/html') ?? false;
  return request.method === 'GET' && wantsPage && !path.startsWith('/api/') && /^\/[\w/-]*$/u.test(path);
}
