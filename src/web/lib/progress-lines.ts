import { type ProgressLine, progressLineSchema } from '#shared/api/progress.ts';
import { CodedError } from '#shared/errors.ts';
import { readPieces } from './read-pieces.ts';

const garbled = 'The server’s answer was garbled on its way. Please try again.';
const cutShort = 'The server’s answer was cut short. Please try again.';

/** Takes a text that arrives in pieces and gives back the lines that are complete, parsed. */
export class ProgressLineReader {
  #rest = '';

  /**
   * @param text the next piece, of any length; a last line without a line break is read with one added
   * @throws {CodedError} the server's own error line, or `internal` for a line that cannot be read
   */
  read(text: string): ProgressLine[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.filter(line => line.trim() !== '').map(parseLine);
  }
}

/**
 * The lines of an answer as they arrive.
 * @throws {CodedError} as {@link ProgressLineReader} and {@link readPieces} do
 */
export async function* readProgressLines(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  const reader = new ProgressLineReader();
  const decoder = new TextDecoder();
  for await (const piece of readPieces(response, signal))
    yield* reader.read(decoder.decode(piece, { stream: true }));
  yield* reader.read(`${decoder.decode()}\n`);
}

/** What a stream of lines came to; a stream without a result was cut off. */
export function requireResult<Result>(result: Result | undefined): Result {
  if (result === undefined) throw new CodedError('internal', { message: cutShort });
  return result;
}

function parseLine(line: string): ProgressLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new CodedError('internal', { message: garbled, cause: error });
  }
  const parsed = progressLineSchema.safeParse(value);
  if (!parsed.success) throw new CodedError('internal', { message: garbled, cause: parsed.error });
  if ('error' in parsed.data)
    throw new CodedError(parsed.data.error.code, { message: parsed.data.error.message });
  return parsed.data;
}
