import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import type { Reply, Request } from './app-types.ts';

/** Encodings compressed at the build, best first. */
const encodings = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof encodings;

interface PageFile {
  /** By encoding; the uncompressed file is `identity`. */
  readonly bytes: Partial<Record<Encoding | 'identity', Buffer>>;
  /** Entity tag of the content in any encoding: weak by RFC 9110, 8.8.1. */
  readonly tag: string;
}

interface HeldFile {
  readonly file: PageFile | undefined;
  /** Modification times of its encoded files. */
  readonly version: string;
  checkedAtMs: number;
}

/** The page may be rebuilt while the server runs. */
const recheckAfterMs = 1000;

/**
 * The page's HTML files, cached in memory once requested (70 kB in all): reading from disk takes ten turns of the event loop, one for each
 * possible encoding, which is slow under load. Files that browsers cache for a year are not cached here.
 */
export class PageFiles {
  readonly #folder: string;
  readonly #held = new Map<string, HeldFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * @param name relative to the folder; must not come from a request
   * @returns undefined when there is no such file
   */
  find(name: string): PageFile | undefined {
    const held = this.#held.get(name);
    const now = performance.now();
    if (held && now - held.checkedAtMs < recheckAfterMs) return held.file;
    const path = join(this.#folder, name);
    const version = readVersion(path);
    if (held?.version === version) held.checkedAtMs = now;
    else this.#held.set(name, { file: readPageFile(path), version, checkedAtMs: now });
    return this.#held.get(name)?.file;
  }
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

/** Answers with the file in the browser's preferred encoding, or 304. */
export function sendPageFile(request: Request, reply: Reply, { bytes, tag }: PageFile): void {
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
