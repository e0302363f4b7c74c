import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { negotiate } from '@fastify/accept-negotiator';
import serveFiles from '@fastify/static';
import { CodedError, refuse } from '#shared/errors.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { findPagePath, type PagePath, pagePaths, publicPages, publicPagesFolder } from '#shared/pages.ts';
import { answerProblem } from './answer-problem.ts';
import type { App, Reply, Request } from './app-types.ts';

export const builtPage = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/** Opened by a link with a secret in its fragment. */
const secretPages: readonly PagePath[] = ['/review', '/setup'];

const drawing = 'image/svg+xml';

/** Serves the built page, and answers all unknown addresses. @param folder the page's files */
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
  const find = openPageFiles(folder);
  const sendPage = (request: Request, reply: Reply, name: string) => {
    const file = find(name) ?? find(shell);
    if (!file) throw refuse('unavailable', requestErrors.pageNotBuilt);
    sendPageFile(request, reply.header('cache-control', 'no-cache'), file);
  };
  for (const url of pagePaths)
    app.get(url, { schema: { hide: true } }, (request, reply) => {
      if (secretPages.includes(url))
        reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
      sendPage(request, reply, chooseFile(request, url));
    });
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

const shell = 'index.html';

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

/** A person opened an unknown address in a browser: the page explains it. Not for files and calls. */
function isVisit(request: Request): boolean {
  const { path } = splitUrl(request.url);
  const wantsPage = request.headers.accept?.includes('text/html') ?? false;
  return request.method === 'GET' && wantsPage && !path.startsWith('/api/') && /^\/[\w/-]*$/u.test(path);
}

/** Encodings compressed at the build, best first. */
const encodings = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof encodings;

interface PageFile {
  readonly bytes: Partial<Record<Encoding | 'identity', Buffer>>;
  /** Entity tag of the content in any encoding: weak by RFC 9110, 8.8.1. */
  readonly tag: string;
}

/**
 * The page's HTML files, cached in memory once requested (70 kB in all): reading from disk takes ten turns of the event loop, one for each
 * possible encoding, which is slow under load. Files that browsers cache for a year are not cached here.
 */
function openPageFiles(folder: string) {
  const held = new Map<string, { readonly file: PageFile | undefined; readonly version: string }>();
  /** @param name relative to the folder; must not come from a request */
  return (name: string): PageFile | undefined => {
    const path = join(folder, name);
    // The page may be rebuilt while the server runs.
    const version = readVersion(path);
    const known = held.get(name);
    if (known?.version === version) return known.file;
    const file = readPageFile(path);
    held.set(name, { file, version });
    return file;
  };
}

function readVersion(path: string): string {
  const suffixes = ['', ...Object.values(encodings)];
  return suffixes.map(suffix => statSync(path + suffix, { throwIfNoEntry: false })?.mtimeMs).join();
}

function readPageFile(path: string): PageFile | undefined {
  const identity = readIfThere(path);
  if (!identity) return undefined;
  const bytes: PageFile['bytes'] = { identity };
  for (const encoding of Object.keys(encodings) as Encoding[]) {
    const compressed = readIfThere(path + encodings[encoding]);
    if (compressed) bytes[encoding] = compressed;
  }
  return { bytes, tag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"` };
}

function readIfThere(path: string): Buffer | undefined {
  return statSync(path, { throwIfNoEntry: false }) && readFileSync(path);
}

function sendPageFile(request: Request, reply: Reply, { bytes, tag }: PageFile): void {
  reply.header('vary', 'accept-encoding, cookie').header('etag', tag).type('text/html; charset=utf-8');
  const isKnown = request.headers['if-none-match']?.split(',').some(known => known.trim() === tag);
  if (isKnown && reply.statusCode === 200) {
    reply.code(304).send();
    return;
  }
  const offered = Object.keys(bytes).filter(name => name !== 'identity') as Encoding[];
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', offered);
  if (encoding) reply.header('content-encoding', encoding);
  reply.send(bytes[encoding ?? 'identity']);
}
