import axios, { type AxiosProgressEvent, type AxiosResponse } from 'axios';
import { type ProgressLine, progressLineSchema, progressMediaType } from '#shared/api/progress.ts';
import { AnswerLineReader } from './answer-lines.ts';
import type { KeyHeaders } from './call-key.ts';
import { createUnreachableError, readProblem } from './call-server.ts';

export interface UploadTakers {
  /** Takes the bytes that have gone, as they go. */
  readonly takeSent: (sentBytes: number, totalBytes: number) => void;
  /** Takes the lines of the answer as they arrive; called from events, so that it must not throw. */
  readonly takeLine: (line: ProgressLine) => void;
  /** Takes what the head of a good answer says, whatever its lines come to. */
  readonly takeHeaders?: (headers: AxiosResponse['headers']) => void;
  readonly key: KeyHeaders;
  readonly signal: AbortSignal;
}

/**
 * POSTs a form and reads lines of progress from the answer. Through axios, because `fetch` does not report the
 * progress of an upload.
 * @throws {CodedError} the server's problem, its error line, or that it could not be reached; a cancelled call rejects
 */
export async function uploadForm(
  path: string,
  form: FormData,
  { takeSent, takeLine, takeHeaders, key, signal }: UploadTakers,
): Promise<void> {
  const answer = new GrowingAnswer(takeLine);
  const { status, data, headers } = await axios
    .post<string>(path, form, {
      signal,
      headers: { accept: progressMediaType, ...key },
      responseType: 'text',
      // A failed answer is read like a good one: it holds the server's own sentence.
      validateStatus: () => true,
      onUploadProgress({ loaded, total }) {
        if (total !== undefined) takeSent(loaded, total);
      },
      onDownloadProgress({ event }: AxiosProgressEvent) {
        const request = event?.target;
        if (request instanceof XMLHttpRequest && request.status === 200) answer.read(request.responseText);
      },
    })
    .catch((error: unknown) => {
      throw signal.aborted ? error : createUnreachableError(error);
    });
  if (status !== 200) throw readProblem(data);
  takeHeaders?.(headers);
  answer.read(`${data}\n`);
  answer.requireGood();
}

/** Lines of progress in a text that grows. */
class GrowingAnswer {
  readonly #takeLine: (line: ProgressLine) => void;
  readonly #lines = new AnswerLineReader(progressLineSchema);
  #seenCharacters = 0;
  #failure: unknown;

  constructor(takeLine: (line: ProgressLine) => void) {
    this.#takeLine = takeLine;
  }

  /** @param text all that has arrived so far; called from events, so that it never throws */
  read(text: string): void {
    const news = text.slice(this.#seenCharacters);
    this.#seenCharacters = text.length;
    try {
      for (const line of this.#lines.read(news)) this.#takeLine(line);
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /** @throws {CodedError} what the server said instead of a result */
  requireGood(): void {
    if (this.#failure) throw this.#failure;
  }
}
