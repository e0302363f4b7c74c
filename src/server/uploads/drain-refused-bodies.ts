import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { App } from '../http/app-types.ts';
import type { UploadLimits } from './upload-limits.ts';
import { expectsBody } from './watch-body.ts';

type DrainLimits = Pick<UploadLimits, 'drainBytes' | 'drainMs'>;

/** The last body that began on a connection. */
const lastBodies = new WeakMap<Socket, IncomingMessage>();
const draining = new WeakSet<Socket>();
/** Looks are counted, not time: a server that is held up itself must not take that for a sender's fault. */
const looksEveryMs = 100;

/**
 * An answer that comes before the whole body did must still reach the sender. A connection that is closed while
 * bytes lie unread in it is reset, and the answer is lost with it; so the rest of a refused body is read and thrown away
 * first, within bounds, whether the connection is kept or not.
 */
export function drainRefusedBodies(app: App, limits: DrainLimits): void {
  app.server.prependListener('request', (request, response) => {
    if (!expectsBody(request)) return;
    const { socket } = request;
    lastBodies.set(socket, request);
    // So Node closes a connection after its last answer: for HTTP/1.0, `Connection: close`, and what we end ourselves.
    socket.destroySoon = () => closeGently(socket, limits);
    response.once('finish', () => drain(socket, limits));
  });
}

/** Says that nothing more comes, and closes once the other side has no more to send, or sent too much for too long. */
export function closeGently(socket: Socket, limits: DrainLimits): void {
  if (lastBodies.get(socket)?.complete) closeNow(socket);
  else closeAfterRest(socket, limits);
}

/** Closes a connection on which something came that is no HTTP. A body that broke in the middle has no end to wait for. */
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
  // Nobody reads it any more, and an unread stream would hold up the connection.
  body?.unpipe().resume();
  if (draining.has(socket) || socket.destroyed) return;
  draining.add(socket);
  const most = socket.bytesRead + limits.drainBytes;
  const mostLooks = limits.drainMs / looksEveryMs;
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    if (body?.complete) stop();
    else if (socket.bytesRead > most || looks > mostLooks) socket.destroy();
  }, looksEveryMs);
  const stop = () => {
    clearInterval(timer);
    draining.delete(socket);
    socket.off('close', stop);
    if (socket.writableEnded) closeNow(socket);
  };
  socket.once('close', stop);
}
