import { CodedError } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { ChunkLoadError } from './load-chunk.ts';

/** The message for the user. Never a stack or a browser's own message. */
export function describeFailure(error: unknown): string {
  if (error instanceof CodedError) return error.message;
  if (error instanceof ChunkLoadError) return `${error.message} ${t(pageMessages.reloadAdvice)}`;
  return t(pageMessages.pageFailed);
}

/** After the page had time to render: an alert blocks it. */
export function showAlert(message: string): void {
  setTimeout(() => window.alert(message));
}
