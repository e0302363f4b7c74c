import { EmailJSResponseStatus, init, sendForm } from '@emailjs/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { Link } from 'react-router';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { honeypotField } from '#shared/api/contact.ts';
import { CodedError } from '#shared/errors.ts';
import { SubmitButton } from '../../components/button.tsx';
import { AutoDirectionTextarea, TextField } from '../../components/field.tsx';
import { FormPage } from '../../components/form-page.tsx';
import { showAlert } from '../../lib/describe-failure.ts';
import { publicConfigQuery, usePublicConfig } from '../public-config/public.ts';
import classes from './contact-page.module.css';

/** How to write to whoever runs this server. */
export function ContactPage() {
  return (
    <FormPage
      title="Contact"
      scene={{ title: 'A word from the stalls', hint: 'Even a silent film wants to hear its audience.' }}
      isWide
    >
      <p className={classes.intro}>
        Write to whoever runs this server. The answer comes to the address that you leave. You can also ask
        for the source code of this server. <DeliveryNote />{' '}
        <Link to="/privacy">What happens with your message</Link>
      </p>
      <ContactForm />
    </FormPage>
  );
}

/** Where the message goes when it does not come to this server. */
function DeliveryNote() {
  const { data: config } = usePublicConfig();
  const origin = config?.contactForm.origin;
  return origin === undefined ? null : <>Your message is sent through {new URL(origin).host}.</>;
}

/** Name, address and message. What they must be, beside the shape of the address, says whoever takes them. */
export function ContactForm() {
  const { submit, isPending } = useContactForm();
  return (
    // While it is sent nothing can be changed: it would be lost when the form is emptied.
    <form className={classes.form} onSubmit={submit} aria-label="Contact">
      <TextField
        label="Name"
        placeholder="Your Name"
        name="from_name"
        autoComplete="name"
        readOnly={isPending}
      />
      <TextField
        label="E-mail"
        placeholder="Your Email"
        type="email"
        name="guest_email"
        autoComplete="email"
        readOnly={isPending}
      />
      <AutoDirectionTextarea
        label="Message"
        placeholder="Your Message"
        name="message"
        minRows={6}
        maxRows={16}
        readOnly={isPending}
      />
      <Trap />
      <SubmitButton isPending={isPending}>Send Message</SubmitButton>
    </form>
  );
}

/** Nobody sees it, comes to it by keyboard or hears of it; robots that fill in everything fill it in. */
function Trap() {
  return (
    <div className={classes.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input name={honeypotField} autoComplete="off" tabIndex={-1} />
      </label>
    </div>
  );
}

/** Sends the contact form, once at a time. It is emptied when it was sent, and only then. */
export function useContactForm() {
  const queryClient = useQueryClient();
  // A second click can come before the page has shown that the first one was heard.
  const isSending = useRef(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async (form: HTMLFormElement) => {
      const { contactForm } = await queryClient.ensureQueryData(publicConfigQuery);
      await sendContactForm(form, contactForm);
    },
    networkMode: 'always',
    onSuccess: (_sent, form) => {
      form.reset();
      showAlert('Sent!');
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
