import { EmailJSResponseStatus, init, sendForm } from '@emailjs/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { Link } from 'react-router';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { honeypotField } from '#shared/api/contact.ts';
import { CodedError } from '#shared/errors.ts';
import { contactMessages } from '#shared/messages/contact.ts';
import { t } from '#shared/messages/message.ts';
import { SubmitButton } from '../../components/button.tsx';
import { AutoDirectionTextarea, TextField } from '../../components/field.tsx';
import { FormPage } from '../../components/form-page.tsx';
import { showAlert } from '../../lib/describe-failure.ts';
import { publicConfigQuery, usePublicConfig } from '../public-config/public.ts';
import classes from './contact-page.module.css';

/** The page with the contact form. */
export function ContactPage() {
  return (
    <FormPage title={t(contactMessages.title)} isWide>
      <p className={classes.intro}>
        {t(contactMessages.intro)} <DeliveryNote /> <Link to="/privacy">{t(contactMessages.privacy)}</Link>
      </p>
      <ContactForm />
    </FormPage>
  );
}

/** Where the message is sent, when not to this server. */
function DeliveryNote() {
  const { data: config } = usePublicConfig();
  const origin = config?.contactForm.origin;
  return origin === undefined ? null : t(contactMessages.sentThrough, { host: new URL(origin).host });
}

/** Name, address and message. The browser checks the address only; the server checks the rest. */
export function ContactForm() {
  const { submit, isPending } = useContactForm();
  return (
    // Read-only while it is sent, because the form is emptied afterwards.
    <form className={classes.form} onSubmit={submit} aria-label={t(contactMessages.title)}>
      <TextField
        label={t(contactMessages.name)}
        placeholder={t(contactMessages.yourName)}
        name="from_name"
        autoComplete="name"
        readOnly={isPending}
      />
      <TextField
        label={t(contactMessages.email)}
        placeholder={t(contactMessages.yourEmail)}
        type="email"
        name="guest_email"
        autoComplete="email"
        readOnly={isPending}
      />
      <AutoDirectionTextarea
        label={t(contactMessages.message)}
        placeholder={t(contactMessages.yourMessage)}
        name="message"
        minRows={6}
        maxRows={16}
        readOnly={isPending}
      />
      <Trap />
      <SubmitButton isPending={isPending}>{t(contactMessages.send)}</SubmitButton>
    </form>
  );
}

/** Invisible to people, also by keyboard and screen reader; robots fill it in. */
function Trap() {
  return (
    <div className={classes.trap} aria-hidden="true">
      <label>
        {t(contactMessages.trap)}
        <input name={honeypotField} autoComplete="off" tabIndex={-1} />
      </label>
    </div>
  );
}

/** Sends the contact form, once at a time. It is emptied when it was sent, and only then. */
export function useContactForm() {
  const queryClient = useQueryClient();
  // A second click can come before the page has rendered the first one.
  const isSending = useRef(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async (form: HTMLFormElement) => {
      const { contactForm } = await queryClient.ensureQueryData(publicConfigQuery);
      await sendContactForm(form, contactForm);
    },
    networkMode: 'always',
    onSuccess: (_sent, form) => {
      form.reset();
      showAlert(t(contactMessages.sent));
    },
    onError: error => showAlert(serializeSendError(error)),
    onSettled: () => {
      isSending.current = false;
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    mutate(event.currentTarget);
  };
  return { submit, isPending };
}

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
