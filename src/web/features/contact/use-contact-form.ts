import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { showAlert } from '../../lib/show-alert.ts';
import { publicConfigQuery } from '../public-config/use-public-config.ts';
import { sendContactForm, serializeSendError } from './send-contact-form.ts';

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
