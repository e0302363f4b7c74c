import { EmailJSResponseStatus, init, sendForm } from '@emailjs/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { Link } from 'react-router';
import { honeypotField } from '#shared/api/contact.ts';
import { CodedError } from '#shared/errors.ts';
import { contactMessages } from '#shared/messages/contact.ts';
import { t } from '#shared/messages/message.ts';
import { SubmitButton } from '../../components/button.tsx';
import { AutoDirectionTextarea, TextField } from '../../components/field.tsx';
import { FormPage } from '../../components/page-frame.tsx';
import { showAlert } from '../../lib/failures.ts';
import { publicConfigQuery, usePublicConfig } from '../../lib/public-config.ts';

export function ContactPage() {
  const origin = usePublicConfig().data?.contactForm.origin;
  const through = origin && t(contactMessages.sentThrough, { host: new URL(origin).host });
  return (
    <FormPage title={t(contactMessages.title)} isWide>
      <p className="apart">
        {t(contactMessages.intro)} {through} <Link to="/privacy">{t(contactMessages.privacy)}</Link>
      </p>
      <ContactForm />
    </FormPage>
  );
}

/** Name, address and message. The browser checks only the address; the server checks the rest. */
export function ContactForm() {
  const { submit, isPending } = useContactForm();
  return (
    // Read-only while sending, because the form is emptied afterwards.
    <form className="stack" onSubmit={submit} aria-label={t(contactMessages.title)}>
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
      <Honeypot />
      <SubmitButton isPending={isPending}>{t(contactMessages.send)}</SubmitButton>
    </form>
  );
}

/** Honeypot: hidden from users, keyboard and screen readers; bots fill it in. */
function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        {t(contactMessages.trap)}
        <input name={honeypotField} autoComplete="off" tabIndex={-1} />
      </label>
    </div>
  );
}

function useContactForm() {
  const queryClient = useQueryClient();
  // A second click can come before the first one is rendered.
  const isSending = useRef(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async (form: HTMLFormElement) => {
      const { contactForm } = await queryClient.ensureQueryData(publicConfigQuery);
      const { origin = window.location.origin, userId = '', serviceId = '', templateId = '' } = contactForm;
      init({ publicKey: userId, origin });
      // Rejects with an `EmailJSResponseStatus`, or a string for a missing ID.
      await sendForm(serviceId, templateId, form);
    },
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

/** An error of sending as text: status and text of the response, or the SDK's message. */
export function serializeSendError(error: unknown): string {
  if (error instanceof EmailJSResponseStatus || typeof error === 'string') return JSON.stringify(error);
  if (error instanceof CodedError)
    return JSON.stringify(new EmailJSResponseStatus(error.status, error.message));
  // No response at all; the SDK has a status for that, 0 and "Network Error".
  return JSON.stringify(new EmailJSResponseStatus());
}
