import type { CodedError } from '#shared/errors.ts';
import type { SpeechRequest } from '../../ports.ts';

export interface UsageNote {
  /** Called once sound begins. What it returns is to be told the seconds at its end; if nobody listens that far, they stay unknown. */
  tellAtEnd(): (soundSeconds: number) => void;
  /** Notes what may have been paid for in vain. */
  tellFailure(error: CodedError): CodedError;
}

/** Notes what one call used, once. */
export function createUsageNote(
  { text, signal, noteUsage }: SpeechRequest,
  provider: string,
  model: string,
): UsageNote {
  let isNoted = false;
  const note = (soundSeconds?: number) => {
    if (!isNoted) noteUsage?.({ provider, model, characters: text.length, soundSeconds });
    isNoted = true;
  };
  return {
    tellAtEnd() {
      // Sound that waits for its turn may never be listened to.
      signal.addEventListener('abort', () => note(), { once: true });
      return note;
    },
    tellFailure(error) {
      if (!error.costsNothing) note();
      return error;
    },
  };
}
