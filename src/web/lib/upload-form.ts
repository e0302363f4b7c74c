import axios, { type AxiosProgressEvent } from 'axios';
import type { Allowance } from '#shared/api/account.ts';
import { type ProgressLine, progressLineSchema, progressMediaType } from '#shared/api/progress.ts';
import { AnswerLineReader } from './answer-lines.ts';
import { createUnreachableError, type KeyHeaders, readProblem } from './call-server.ts';

export type ReportCount = (left: Pick<Allowance, 'limit' | 'remaining'>) => void;

interface UploadTakers {
  readonly takeSent: (sentBytes: number, totalBytes: number) => void;
  /** Receives the lines of the response; must not throw, because it is called from events. */
  readonly takeLine: (line: ProgressLine) => void;
  /** Called for a successful response whose headers state it, whatever its lines contain. */
  readonly reportCount: ReportCount;
  readonly key: KeyHeaders;
  readonly signal: AbortSignal;
}

/** Posts by axios, as `fetch` reports no upload progress. @throws {CodedError} the server's error or error line, or that it was not reached */
export async function uploadForm(
  path: string,
  form: FormData,
  { takeSent, takeLine, reportCount, key, signal }: UploadTakers,
): Promise<void> {
  const answer = createProgressReader(takeLine);
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
        if (request instanceof XMLHttpRequest && request.status === 200) answer.read(request.responseText);
      },
    })
    .catch((error: unknown) => {
      throw signal.aborted ? error : createUnreachableError(error);
    });
  if (status !== 200) throw readProblem(data);
  const limit = Number(headers['x-ratelimit-limit']);
  const remaining = Number(headers['x-ratelimit-remaining']);
  if (Number.isFinite(limit) && Number.isFinite(remaining)) reportCount({ limit, remaining });
  answer.read(`${data}\n`);
  answer.requireGood();
}

/** Reading never throws, because it happens in events. */
function createProgressReader(takeLine: UploadTakers['takeLine']) {
  const lines = new AnswerLineReader(progressLineSchema);
  let seenCharacters = 0;
  let failure: unknown;
  return {
    /** @param text everything received so far */
    read(text: string) {
      const news = text.slice(seenCharacters);
      seenCharacters = text.length;
      try {
        for (const line of lines.read(news)) takeLine(line);
      } catch (error) {
        failure ??= error;
      }
    },
    /** @throws {CodedError} the server's error instead of a result */
    requireGood() {
      if (failure) throw failure;
    },
  };
}
