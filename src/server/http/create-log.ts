import { type DestinationStream, type Logger, pino } from 'pino';
import { describeForLog } from './describe-for-log.ts';

/**
 * The server's log: JSON lines, on the standard output if nowhere else, each with the id of its request. Whatever is handed to it as an
 * error, a request or an answer is told without addresses, texts or keys.
 */
export function createLog(destination?: DestinationStream): Logger {
  const options = {
    level: 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: describeForLog,
      req: () => undefined,
      res: () => undefined,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
