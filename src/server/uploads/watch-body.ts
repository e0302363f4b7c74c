import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { CodedError, refuse } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { App } from '../http/app-types.ts';
import { getVisitorAddress } from '../limits/require-visitor.ts';
import type { UploadLimits } from './upload-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Watches this request's body, of any type. Its readers must obey `failure`. */
    bodyWatch: BodyWatch;
  }
}

/** Watches every body before it is read, so that no route or content type can be forgotten. */
export function watchBodies(app: App, limits: UploadLimits): void {
  const held = new HeldBytes(limits);
  app.decorateRequest('bodyWatch');
  app.addHook('onRequest', async (request, reply) => {
    // A closed connection has no address.
    const ip: string | undefined = request.ip;
    const watch = new BodyWatch(request.raw, { limits, held, address: getVisitorAddress(ip ?? '') });
    request.bodyWatch = watch;
    // After the answer, counted memory is released.
    reply.raw.once('close', () => watch.stop());
  });
}

/**
 * Applies the body's watch to all bodies parsed as a whole (JSON, raw webhook bytes), and refuses
 * compressed bodies, whose size is unknown in advance. Forms are watched where they are received.
 */
export function takeTextBodies(app: App): void {
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async request => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw refuse('unsupported_media_type', requestErrors.compressed);
  });
  app.addHook('preParsing', async ({ raw, bodyWatch, is404 }, _reply, payload) => {
    if (!expectsBody(raw)) return payload;
    if (is404) throw new CodedError('not_found');
    const body = new PassThrough();
    // A too large body is refused unread, and then it has no other listener.
    body.on('error', () => {});
    bodyWatch.failure.catch(error => body.destroy(error));
    raw.once('close', () => {
      if (!raw.complete) body.destroy(new CodedError('client_closed'));
    });
    // Only once it is read: forms have their own parser, and refused bodies must not be requested.
    body.once('resume', () => raw.pipe(body));
    return body;
  });
}

interface WatchOptions {
  readonly limits: UploadLimits;
  readonly held: HeldBytes;
  readonly address: string;
}

/** @throws CodedError that the body then fails with */
export type BodyCheck = (progress: { bytes: number; heldBytes: number }) => void;

const checksPerLimit = 8;

/** Does not start reading. */
class BodyWatch {
  /** Rejects when the body stalls, is too slow, or exceeds a size or memory limit; never resolves. */
  readonly failure: Promise<never>;
  readonly #fail: (error: CodedError) => void;
  readonly #raw: IncomingMessage;
  readonly #options: WatchOptions;
  readonly #checkMs: number;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #count = (chunk: Buffer) => this.#take(chunk);
  #bytes = 0;
  #heldBytes = 0;
  #awaitedMs = 0;
  #silentMs = 0;
  #checkedAt = performance.now();
  #bytesBeforeCheck = 0;
  #check: BodyCheck | undefined;

  constructor(raw: IncomingMessage, options: WatchOptions) {
    const { promise, reject } = Promise.withResolvers<never>();
    // Handling the failure is optional.
    promise.catch(() => {});
    this.failure = promise;
    this.#fail = reject;
    this.#raw = raw;
    this.#options = options;
    const { stallMs, slowAfterMs } = options.limits;
    this.#checkMs = Math.max(10, Math.min(stallMs, slowAfterMs) / checksPerLimit);
    if (!expectsBody(raw)) return;
    // A paused stream does not start flowing with its first listener.
    raw.pause();
    raw.on('data', this.#count);
    raw.once('end', () => this.stop());
    raw.once('close', () => this.stop());
    this.#timer = setInterval(() => this.#checkProgress(), this.#checkMs);
  }

  check(check: BodyCheck): void {
    this.#check = check;
  }

  moveOut(bytes: number): void {
    const moved = Math.min(bytes, this.#heldBytes);
    this.#heldBytes -= moved;
    this.#options.held.drop(this.#options.address, moved);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#raw.off('data', this.#count);
    this.moveOut(this.#heldBytes);
  }

  #take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    try {
      this.#options.held.add(this.#options.address, chunk.length);
      this.#heldBytes += chunk.length;
      this.#check?.({ bytes: this.#bytes, heldBytes: this.#heldBytes });
    } catch (error) {
      this.#end(error as CodedError);
    }
  }

  /** Time in which bytes wait for the server does not count against the client. */
  #checkProgress(): void {
    const now = performance.now();
    const passedMs = now - this.#checkedAt;
    this.#checkedAt = now;
    const waitsForServer = this.#raw.readableFlowing !== true || this.#raw.readableLength > 0;
    if (this.#raw.complete) {
      clearInterval(this.#timer);
      return;
    }
    const hasArrived = this.#bytes > this.#bytesBeforeCheck;
    this.#bytesBeforeCheck = this.#bytes;
    if (!waitsForServer) this.#awaitedMs += passedMs;
    this.#silentMs = waitsForServer || hasArrived ? 0 : this.#silentMs + passedMs;
    if (this.#isTooSlow()) this.#end(new CodedError('upload_too_slow'));
  }

  #isTooSlow(): boolean {
    const { stallMs, slowAfterMs, minBytesPerSecond } = this.#options.limits;
    if (this.#silentMs >= stallMs) return true;
    return this.#awaitedMs > slowAfterMs && (this.#bytes / this.#awaitedMs) * 1000 < minBytesPerSecond;
  }

  #end(error: CodedError): void {
    this.stop();
    this.#fail(error);
  }
}

function expectsBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || Number(length) > 0;
}

/** Limits the memory for unfinished bodies, in total and per address. New bodies are refused at the limit; others continue. */
class HeldBytes {
  readonly #limits: UploadLimits;
  readonly #ofAddress = new Map<string, number>();
  #all = 0;

  constructor(limits: UploadLimits) {
    this.#limits = limits;
  }

  /** @throws CodedError `rate_limited` for the address's limit, `unavailable` for the server's; nothing is added then */
  add(address: string, bytes: number): void {
    const ofAddress = (this.#ofAddress.get(address) ?? 0) + bytes;
    if (ofAddress > this.#limits.heldBytesPerAddress)
      throw new CodedError('rate_limited', {
        message: fill(requestErrors.networkSendsTooMuch),
        retryAfterSeconds: 10,
      });
    if (this.#all + bytes > this.#limits.heldBytes)
      throw new CodedError('unavailable', {
        message: fill(requestErrors.serverReceivesTooMuch),
        retryAfterSeconds: 10,
      });
    this.#all += bytes;
    this.#ofAddress.set(address, ofAddress);
  }

  drop(address: string, bytes: number): void {
    this.#all -= bytes;
    const left = (this.#ofAddress.get(address) ?? 0) - bytes;
    if (left > 0) this.#ofAddress.set(address, left);
    else this.#ofAddress.delete(address);
  }
}

type DrainLimits = Pick<UploadLimits, 'drainBytes' | 'drainMs'>;

const lastBodies = new WeakMap<Socket, IncomingMessage>();
const draining = new WeakSet<Socket>();
/** Counts checks instead of time, so that a blocked server does not blame its clients. */
const checkEveryMs = 100;

/**
 * Makes early answers reach the client. Closing a connection with unread bytes resets it, which loses the answer; so the rest of a refused
 * body is read and discarded first, within limits, also on kept connections.
 */
export function drainRefusedBodies(app: App, limits: DrainLimits): void {
  app.server.prependListener('request', (request, response) => {
    if (!expectsBody(request)) return;
    const { socket } = request;
    lastBodies.set(socket, request);
    // Node calls this to close a connection after its last answer: HTTP/1.0, `Connection: close`, and our own closes.
    socket.destroySoon = () => closeGracefully(socket, limits);
    response.once('finish', () => drain(socket, limits));
  });
}

/** Ends our side, and closes once the client has finished sending or exceeded a limit. */
function closeGracefully(socket: Socket, limits: DrainLimits): void {
  if (lastBodies.get(socket)?.complete) closeNow(socket);
  else closeAfterRest(socket, limits);
}

/** Closes a connection after invalid HTTP. Does not wait for the end of a broken body. */
export function closeBroken(socket: Socket, limits: DrainLimits): void {
  if (lastBodies.get(socket)?.complete === false) closeNow(socket);
  else closeAfterRest(socket, limits);
}

function closeAfterRest(socket: Socket, limits: DrainLimits): void {
  socket.end();
  drain(socket, limits);
}

function closeNow(socket: Socket): void {
  Socket.prototype.destroySoon.call(socket);
}

function drain(socket: Socket, limits: DrainLimits): void {
  const body = lastBodies.get(socket);
  // An unread stream would block the connection.
  body?.unpipe().resume();
  if (draining.has(socket) || socket.destroyed) return;
  draining.add(socket);
  const most = socket.bytesRead + limits.drainBytes;
  const maxChecks = limits.drainMs / checkEveryMs;
  let checks = 0;
  const timer = setInterval(() => {
    checks += 1;
    if (body?.complete) stop();
    else if (socket.bytesRead > most || checks > maxChecks) socket.destroy();
  }, checkEveryMs);
  const stop = () => {
    clearInterval(timer);
    draining.delete(socket);
    socket.off('close', stop);
    if (socket.writableEnded) closeNow(socket);
  };
  socket.once('close', stop);
}
