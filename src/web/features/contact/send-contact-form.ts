import { EmailJSResponseStatus, init, sendForm } from '@emailjs/browser';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { CodedError } from '#shared/errors.ts';

/**
 * Sends the fields of a form element as the official SDK does, to this server or to the service that the settings name.
 * @throws what the SDK throws: an `EmailJSResponseStatus`, or a text where an ID is missing
 */
export async function sendContactForm(
  form: HTMLFormElement,
  { origin, userId = '', serviceId = '', templateId = '' }: ConfigAnswer['contactForm'],
): Promise<void> {
  init({ publicKey: userId, origin: origin ?? window.location.origin });
  await sendForm(serviceId, templateId, form);
}

/** An error of sending as a text: status and text of the answer, or the SDK's own words. */
export function serializeSendError(error: unknown): string {
  if (error instanceof EmailJSResponseStatus || typeof error === 'string') return JSON.stringify(error);
  if (error instanceof CodedError)
    return JSON.stringify(new EmailJSResponseStatus(error.status, error.message));
  // The browser got no answer at all; the SDK has a status for that, 0 and "Network Error".
  return JSON.stringify(new EmailJSResponseStatus());
}
