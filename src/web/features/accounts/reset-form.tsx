import { Link } from 'react-router';
import { SubmitButton } from '../../components/submit-button.tsx';
import { showAlert } from '../../lib/show-alert.ts';
import classes from './account-form.module.css';
import { postAuth } from './call-auth.ts';
import { EmailField } from './fields.tsx';
import { getText, useSubmission } from './use-submission.ts';

/** Asks for the mail with the link. Whether the address is known here is never told. */
export function ResetForm() {
  const { submit, isPending } = useSubmission(async fields => {
    await postAuth('/request-password-reset', { email: getText(fields, 'email') });
    showAlert('Password reset link sent!');
  });
  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <EmailField />
        <SubmitButton isPending={isPending}>Send password reset email</SubmitButton>
      </form>
      <p className={classes.other}>
        No account yet? <Link to="/register">Register</Link>
      </p>
    </>
  );
}
