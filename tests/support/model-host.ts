import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the host does wrong with a file; each fault is used once. */
export type HostFault =
  /** Ends the connection after so many bytes of the answer. */
  | { readonly kind: 'break'; readonly afterBytes: number }
  /** Sends so many bytes and then no more. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  | { readonly kind: 'contents'; readonly contents: Buffer }
  | { readonly kind: 'page' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'redirect'; readonly to: string };

export interface ModelHostStandIn extends AsyncDisposable {
  /** `MODELS_BASE_URL` */
  readonly url: string;
  /** Where the content of each file was asked for from, such as `bytes=100-`, in the order of the requests. */
  readonly ranges: readonly string[];
  /** The next answers with content get these faults, in order. */
  failNext(...faults: readonly HostFault[]): void;
}

export const modelCommit = '0123456789abcdef0123456789abcdef01234567';

export function hash(contents: Buffer): string {
  return createHash('sha256').update(contents).digest('hex');
}

/**
 * A host that answers like Hugging Face: large files by a redirect that declares their size and SHA-256, to a place that sends ranges;
 * files named in `small` at once, with Git's hash.
 * @param files by `owner/name/path`
 */
export async function startModelHost(
  files: Readonly<Record<string, Buffer>>,
  small: readonly string[] = [],
): Promise<ModelHostStandIn> {
  const faults: HostFault[] = [];
  const ranges: string[] = [];
  const server = createServer((request, response) => {
    const [, repository = '', place, path = ''] =
      /^\/(.+?)(\/resolve\/(?:main|[0-9a-f]{40})\/|\/stored\/)(.+)$/u.exec(request.url ?? '') ?? [];
    const contents = files[`${repository}/${path}`];
    if (contents === undefined) return void response.writeHead(404).end('Entry not found');
    const isSmall = small.includes(path);
    if (place !== '/stored/' && !isSmall) {
      response.writeHead(302, {
        location: `/${repository}/stored/${path}`,
        'x-repo-commit': modelCommit,
        'x-linked-size': contents.length,
        'x-linked-etag': `"${hash(contents)}"`,
      });
      return void response.end('Found. Redirecting');
    }
    ranges.push(request.headers.range ?? '');
    const ofGit = createHash('sha1').update(`blob ${contents.length}\0`).update(contents).digest('hex');
    const declared = isSmall
      ? { 'x-repo-commit': modelCommit, etag: `"${ofGit}"` }
      : { etag: '"of the store"' };
    send(contents, faults.shift(), { request, response, declared });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ranges,
    failNext: (...next) => void faults.push(...next),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly declared: Readonly<Record<string, string>>;
}

function send(
  contents: Buffer,
  fault: HostFault | undefined,
  { request, response, declared }: Exchange,
): void {
  if (fault?.kind === 'page')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sign in</title>');
  if (fault?.kind === 'status') return void response.writeHead(fault.status).end();
  if (fault?.kind === 'redirect') return void response.writeHead(302, { location: fault.to }).end();
  const whole = fault?.kind === 'contents' ? fault.contents : contents;
  const start = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (start >= whole.length) return void response.writeHead(416).end();
  const rest = whole.subarray(start);
  response.writeHead(206, {
    ...declared,
    'content-type': 'application/octet-stream',
    'content-length': rest.length,
    'content-range': `bytes ${start}-${whole.length - 1}/${whole.length}`,
  });
  // Ended, not reset: what was sent before a reset may be lost on the way.
  if (fault?.kind === 'break')
    response.write(rest.subarray(0, fault.afterBytes), () => response.socket?.end());
  else if (fault?.kind === 'stall') response.write(rest.subarray(0, fault.afterBytes));
  else response.end(rest);
}
