import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { App } from '../http/app-types.ts';
import type { UploadLimits } from './upload-limits.ts';
import { expectsBody } from './watch-body.ts';

type DrainLimits = Pick<UploadLimits, 'drainBytes' | 'drainMs'>;

/** The last body that began on a connection. */
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
export function closeGracefully(socket: Socket, limits: DrainLimits): void {
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
