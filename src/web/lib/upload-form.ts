import axios, { type AxiosProgressEvent } from 'axios';
import type { Allowance } from '#shared/api/account.ts';
import { type ProgressLine, progressLineSchema, progressMediaType } from '#shared/api/progress.ts';
import { AnswerLineReader, requireResult } from './answer-lines.ts';
import { callWithKey, createUnreachableError, readProblem } from './call-server.ts';

export type ReportCount = (left: Pick<Allowance, 'limit' | 'remaining'>) => void;

interface UploadTakers<Result> {
  readonly takeSent: (sentBytes: number, totalBytes: number) => void;
  /** Receives the lines of the response; must not throw, because it is called from events. @returns the result, if the line has it */
  readonly takeLine: (line: ProgressLine) => Result | undefined;
  readonly reportCount: ReportCount;
  readonly signal: AbortSignal;
}

/** By axios, as `fetch` reports no upload progress. @throws {CodedError} the server's error or error line, or that it was not reached */
export function uploadForm<Result>(
  path: string,
  form: FormData,
  { takeSent, takeLine, reportCount, signal }: UploadTakers<Result>,
): Promise<Result> {
  const asked = Array.from(form, ([name, value]) => [
    name,
    value instanceof File ? [value.name, value.size] : value,
  ]);
  return callWithKey(path, asked, async key => {
    let result: Result | undefined;
    let seenCharacters = 0;
    let failure: unknown;
    const lines = new AnswerLineReader(progressLineSchema);
    /** Takes everything received so far. Never throws, because it happens in events. */
    const read = (text: string) => {
      const news = text.slice(seenCharacters);
      seenCharacters = text.length;
      try {
        for (const line of lines.read(news)) result = takeLine(line) ?? result;
      } catch (error) {
        failure ??= error;
      }
    };
    const { status, data, headers } = await axios
      .post<string>(path, form, {
        signal,
        headers: { accept: progressMediaType, ...key },
        responseType: 'text',
        // Failed responses are read, too: they contain the server's message.
        validateStatus: () => true,
        onUploadProgress({ loaded, total }) {
          if (total !== undefined) takeSent(loaded, total);
        },
        onDownloadProgress({ event }: AxiosProgressEvent) {
          const request = event?.target;
          if (request instanceof XMLHttpRequest && request.status === 200) read(request.responseText);
        },
      })
      .catch((error: unknown) => {
        throw signal.aborted ? error : createUnreachableError(error);
      });
    if (status !== 200) throw readProblem(data);
    const limit = Number(headers['x-ratelimit-limit']);
    const remaining = Number(headers['x-ratelimit-remaining']);
    if (Number.isFinite(limit) && Number.isFinite(remaining)) reportCount({ limit, remaining });
    read(`${data}\n`);
    if (failure) throw failure;
    return requireResult(result);
  });
}
