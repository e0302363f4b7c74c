import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { describeFailure } from '../../lib/describe-failure.ts';
import { showAlert } from '../../lib/show-alert.ts';

/**
 * Sends an account form, once at a time; a failure shows the provider's message as an alert.
 * @param send called with what the form's fields hold
 */
export function useSubmission(send: (fields: FormData) => Promise<void>) {
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    onError: failure => showAlert(describeFailure(failure)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(new FormData(event.currentTarget));
  };
  return { submit, isPending, isSuccess, error, reset };
}

/** A text field's value; empty when there is none. */
export function getText(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
