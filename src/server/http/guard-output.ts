import type { FastifyBaseLogger } from 'fastify';
import { describeForLog } from './describe-for-log.ts';

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const;

/**
 * From here on the process says nothing but its log. What libraries print, what Node warns of, and what an error that
 * nobody caught would show may repeat what a visitor wrote; the log has its name and its place.
 */
export function guardOutput(log: FastifyBaseLogger): void {
  for (const method of methods)
    console[method] = (...said: unknown[]) => {
      const error = said.find(each => each instanceof Error) ?? new Error();
      const advice =
        'Nothing need be done unless something else fails; then the place tells which library it was.';
      log.warn({ problem: describeForLog(error), advice }, 'a library wrote to the console');
    };
  process.removeAllListeners('warning');
  process.on('warning', warning => {
    const advice =
      'Nothing need be done at once. If it comes again and again, report it with this line: the name and the place tell what it is.';
    log.warn({ problem: describeForLog(warning), advice }, 'Node warns');
  });
  process.on('uncaughtException', error => {
    const advice =
      'Start it again, or have it started by systemd or Docker (docs/self-hosting.md). It is a fault of ours: see whether a newer version mends it, or report it with this line.';
    log.fatal(
      { problem: describeForLog(error), advice },
      'an error was caught by nobody, so the server ends',
    );
    process.exit(1);
  });
}
