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
      log.warn({ problem: describeForLog(error) }, 'a library wrote to the console');
    };
  process.removeAllListeners('warning');
  process.on('warning', warning => log.warn({ problem: describeForLog(warning) }, 'Node warns'));
  process.on('uncaughtException', error => {
    log.fatal({ problem: describeForLog(error) }, 'an error was caught by nobody, so the server ends');
    process.exit(1);
  });
}
