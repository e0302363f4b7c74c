import type { App } from '../http/app-types.ts';
import type { UploadLimits } from './upload-limits.ts';

/**
 * Closes connections on which a body still arrives after its request was answered, but not at once: a browser that is
 * cut off while it sends shows a broken connection, not the sentence in the answer. Node reads and drops the rest of
 * such a body by itself; without an end, if nobody sets one.
 */
export function drainRefusedBodies(app: App, limits: UploadLimits): void {
  app.addHook('onResponse', async request => {
    const { raw } = request;
    if (raw.complete || raw.destroyed) return;
    const { socket } = raw;
    const most = socket.bytesRead + limits.drainBytes;
    const deadline = performance.now() + limits.drainMs;
    const timer = setInterval(() => {
      if (raw.complete || socket.destroyed) clearInterval(timer);
      else if (socket.bytesRead > most || performance.now() > deadline) socket.destroy();
    }, 100);
    socket.once('close', () => clearInterval(timer));
  });
}
