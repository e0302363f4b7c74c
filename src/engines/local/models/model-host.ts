import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { CodedError } from '#shared/errors.ts';
import type { ModelFile } from './catalogue.ts';
import { nameFile } from './installed-models.ts';

/** What the host says of a file, in the answers before its content. */
export interface DeclaredFacts {
  readonly revision?: string | undefined;
  readonly bytes?: number | undefined;
  readonly sha256?: string | undefined;
  /** Of a small file, which the host keeps in Git: SHA-1 of `blob`, its size, a zero byte and the content. */
  readonly gitHash?: string | undefined;
}

export interface FileAnswer {
  readonly declared: DeclaredFacts;
  /** Where the body starts in the file; undefined if there is nothing from the asked offset on. */
  readonly startsAt: number | undefined;
  readonly body: Readable;
}

/** Hugging Face or a mirror of it. */
export interface ModelHost extends AsyncDisposable {
  readonly name: string;
  /** Whether it has answered yet, so that asking again may help after a failure. */
  hasAnswered(): boolean;
  /**
   * Asks for a file from an offset on.
   * @throws CodedError `unavailable` where asking again does not help; other errors where it may
   */
  ask(file: ModelFile, offset: number, signal: AbortSignal): Promise<FileAnswer>;
}

const maxRedirects = 5;
/** For the head, and for each piece of the body. */
const timeoutMs = 60_000;

/** Follows `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. */
export function openModelHost(baseUrl: string): ModelHost {
  const base = new URL(baseUrl);
  const dispatcher = new EnvHttpProxyAgent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  let hasAnswered = false;
  return {
    name: base.host,
    hasAnswered: () => hasAnswered,
    async ask(file, offset, signal) {
      let url = toAddress(base, file);
      let declared: DeclaredFacts = {};
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        const headers = { 'accept-encoding': 'identity', range: `bytes=${offset}-` };
        const answer = await request(url, { dispatcher, signal, headers }).catch(error => {
          throw explainProxy(error, url) ?? error;
        });
        hasAnswered = true;
        // Ending it early is no error of anybody.
        answer.body.on('error', () => undefined);
        if (url.origin === base.origin) declared = { ...readDeclared(answer), ...declared };
        const target = findRedirect(answer);
        if (target === undefined) {
          const trouble = findTrouble(answer, base.host, file);
          if (trouble) {
            answer.body.destroy();
            throw trouble;
          }
          return { declared, startsAt: findStart(answer, offset), body: answer.body };
        }
        await answer.body.dump();
        url = requireSafe(new URL(target, url), base);
      }
      throw refuse(`${base.host} redirects too often for ${nameFile(file)}.`);
    },
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  };
}

export function refuse(sentence: string, cause?: unknown): CodedError {
  return new CodedError('unavailable', { operatorMessage: sentence, cause });
}

function toAddress(base: URL, { repository, revision = 'main', path }: ModelFile): URL {
  return new URL(`${base.href.replace(/\/$/u, '')}/${repository}/resolve/${revision}/${path}`);
}

function findRedirect({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  return statusCode >= 300 && statusCode < 400 ? readHeader(headers, 'location') : undefined;
}

/** Whoever sets a mirror without encryption gets what it links to; others stay encrypted. */
function requireSafe(url: URL, base: URL): URL {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && base.protocol === 'http:')) return url;
  throw refuse(
    `${base.host} redirects to an address without encryption (${url.origin}). Nothing was downloaded.`,
  );
}

function readDeclared({ statusCode, headers }: Dispatcher.ResponseData): DeclaredFacts {
  const hash = (readHeader(headers, 'x-linked-etag') ?? readHeader(headers, 'etag') ?? '').replace(
    /^W\/|"/gu,
    '',
  );
  const [, total] = /\/(\d+)$/u.exec(readHeader(headers, 'content-range') ?? '') ?? [];
  const whole = statusCode === 200 ? readHeader(headers, 'content-length') : undefined;
  const bytes = readHeader(headers, 'x-linked-size') ?? total ?? whole;
  const revision = readHeader(headers, 'x-repo-commit');
  const facts = {
    revision,
    bytes: bytes === undefined ? undefined : Number(bytes),
    sha256: isHash(hash, 64) ? hash : undefined,
    // Other servers' marks look the same and mean something else.
    gitHash: revision !== undefined && isHash(hash, 40) ? hash : undefined,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function isHash(text: string, digits: number): boolean {
  return text.length === digits && /^[0-9a-f]+$/u.test(text);
}

/** Undefined if the answer has the file's contents, or nothing from the asked offset on. */
function findTrouble(
  { statusCode, headers }: Dispatcher.ResponseData,
  hostName: string,
  file: ModelFile,
): Error | undefined {
  if (statusCode === 416) return undefined;
  if (statusCode < 300)
    return readHeader(headers, 'content-type')?.startsWith('text/html') === true
      ? refuse(
          `${hostName} answered with a web page instead of ${nameFile(file)}. Does this network need a sign-in, or is MODELS_BASE_URL wrong?`,
        )
      : undefined;
  if (statusCode === 408 || statusCode === 429 || statusCode >= 500)
    return new Error(`${hostName} answered ${statusCode}.`);
  return refuse(
    statusCode === 404
      ? `${hostName} does not have ${file.repository}/${file.path}. Use another mirror, or update Benshi.`
      : `${hostName} refuses ${file.repository}/${file.path} (${statusCode}).`,
  );
}

function findStart({ statusCode, headers }: Dispatcher.ResponseData, offset: number): number | undefined {
  if (statusCode === 416) return undefined;
  if (statusCode !== 206) return 0;
  return Number(/^bytes (\d+)-/u.exec(readHeader(headers, 'content-range') ?? '')?.[1] ?? offset);
}

function explainProxy(error: unknown, { protocol, host }: URL): CodedError | undefined {
  const [, status] = /^Proxy response \((\d+)\)/u.exec(error instanceof Error ? error.message : '') ?? [];
  if (status === undefined) return undefined;
  const setting = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  return refuse(
    `The proxy of ${setting} does not let ${host} through (${status}). Ask whoever runs it, or set MODELS_BASE_URL to a mirror that it allows.`,
    error,
  );
}

function readHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  return [headers[name] ?? []].flat()[0];
}
