import { useState } from 'react';
import { Link } from 'react-router';
import { SubmitButton } from '../../components/submit-button.tsx';
import { askForLogin } from '../session/login-request.ts';
import { useRefreshSession } from '../session/session.ts';
import classes from './account-form.module.css';
import { postAuth } from './call-auth.ts';
import { EmailField, NameField, PasswordField } from './fields.tsx';
import { GoogleButton } from './google-button.tsx';
import { PasswordRequirements } from './password-requirements.tsx';
import { getText, useSubmission } from './use-submission.ts';

export function RegisterForm() {
  const refreshSession = useRefreshSession();
  const [password, setPassword] = useState('');
  const { submit, isPending, error } = useSubmission(async fields => {
    const name = getText(fields, 'name').trim();
    // Said, and registered all the same: the welcome line then shows the e-mail address.
    if (name === '') window.alert('Please enter name');
    await postAuth('/sign-up/email', {
      name,
      email: getText(fields, 'email'),
      password: getText(fields, 'password'),
    });
    await refreshSession();
  });
  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <NameField />
        <EmailField />
        <PasswordField label="Password" autoComplete="new-password" onChange={setPassword} />
        <PasswordRequirements password={password} failure={error} />
        <SubmitButton isPending={isPending}>Register</SubmitButton>
      </form>
      <GoogleButton label="Register with Google" />
      <p className={classes.other}>
        <Link to="/" state={askForLogin()}>
          Already have an account? Login
        </Link>
      </p>
    </>
  );
}
