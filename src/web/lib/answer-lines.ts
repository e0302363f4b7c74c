import type { z } from 'zod';
import { CodedError, type ErrorCode, refuse } from '#shared/errors.ts';
import { answerMessages } from '#shared/messages/answers.ts';
import { fill } from '#shared/messages/message.ts';
import { readPieces } from './call-server.ts';

const unreadable = fill(answerMessages.unreadable);

type ErrorLine = { readonly error: { readonly code: ErrorCode; readonly message: string } };
type AnswerLine = ErrorLine | object;

export class AnswerLineReader<Line extends AnswerLine> {
  readonly #schema: z.ZodType<Line>;
  #rest = '';

  constructor(schema: z.ZodType<Line>) {
    this.#schema = schema;
  }

  /** @param text the next chunk; a line break ends the last line @throws {CodedError} the server's error line, or `internal` if unreadable */
  *read(text: string): Generator<Line, void> {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield this.#parse(line);
  }

  #parse(line: string): Line {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw new CodedError('internal', { message: unreadable, cause: error });
    }
    const parsed = this.#schema.safeParse(value);
    if (!parsed.success) throw new CodedError('internal', { message: unreadable, cause: parsed.error });
    const { data } = parsed;
    if (isError(data)) throw new CodedError(data.error.code, { message: data.error.message });
    return data;
  }
}

/** @throws {CodedError} as {@link AnswerLineReader} and {@link readPieces} */
export async function* readAnswerLines<Line extends AnswerLine>(
  response: Response,
  schema: z.ZodType<Line>,
  signal: AbortSignal,
): AsyncGenerator<Line> {
  const reader = new AnswerLineReader(schema);
  const decoder = new TextDecoder();
  for await (const piece of readPieces(response, signal))
    yield* reader.read(decoder.decode(piece, { stream: true }));
  yield* reader.read(`${decoder.decode()}\n`);
}

/** @throws {CodedError} `internal` for a stream that ended without a result */
export function requireResult<Result>(result: Result | undefined): Result {
  if (result === undefined) throw refuse('internal', answerMessages.incomplete);
  return result;
}

const isError = <Line extends AnswerLine>(line: Line): line is Line & ErrorLine => 'error' in line;
