import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { passwordPolicySchema } from '#shared/api/account.ts';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { checkPassword } from '#shared/password-policy.ts';
import { FailureNotice } from '../../components/notice.tsx';
import { getAnswer } from '../../lib/call-server.ts';
import { richText } from '../../lib/rich-text.tsx';
import classes from './account-form.module.css';
import { AuthFailure } from './call-auth.ts';
import { PasswordField } from './fields.tsx';

interface NewPasswordFieldProps {
  readonly label: string;
  /** For a form with two password fields. */
  readonly name?: string;
  /** Last error of the server. */
  readonly failure: Error | null;
}

/** A field for a new password, with the requirements once one was refused. */
export function NewPasswordField({ failure, ...field }: NewPasswordFieldProps) {
  const [password, setPassword] = useState('');
  return (
    <>
      <PasswordField
        {...field}
        autoComplete="new-password"
        onChange={event => setPassword(event.currentTarget.value)}
      />
      <Requirements password={password} failure={failure} />
    </>
  );
}

/** After a password was refused: all requirements of the server, and which are still missing while typing. */
function Requirements({ password, failure }: { password: string; failure: Error | null }) {
  const refused = useRefusedPassword(password, failure);
  const { data: policy, error } = useQuery({
    queryKey: ['password-policy'],
    queryFn: ({ signal }) => getAnswer('/api/password-policy', passwordPolicySchema, signal),
    enabled: refused !== undefined,
  });
  if (!refused) return null;
  if (error) return <FailureNotice error={error} />;
  if (!policy) return null;
  // Only the server knows which passwords are easy to guess; it reported this for the refused one.
  const missing = checkPassword(
    password,
    text => text === refused.password && refused.missing.includes('uncommon'),
  );
  return (
    <div className={classes.requirements} role="status">
      <p>{t(accountMessages.passwordNeeds)}</p>
      <ul>
        {policy.requirements.map(({ id, sentence }) => {
          const isMissing = missing.includes(id);
          return (
            <li key={id} data-missing={isMissing}>
              {richText(describe(sentence, isMissing, id === 'uncommon' ? refused.weakness : ''), {
                hidden: inner => <span className="visually-hidden">{inner}</span>,
              })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function describe(requirement: string, isMissing: boolean, reason: string): string {
  if (!isMissing) return t(accountMessages.requirementMet, { requirement });
  if (reason === '') return t(accountMessages.requirementMissing, { requirement });
  return t(accountMessages.requirementMissingWhy, { requirement, reason });
}

/** The last password that the policy refused; undefined before the first. */
function useRefusedPassword(password: string, failure: Error | null) {
  const seen = useRef<{ failure: AuthFailure; password: string }>(undefined);
  if (failure instanceof AuthFailure && failure.missing && seen.current?.failure !== failure)
    seen.current = { failure, password };
  return (
    seen.current && {
      password: seen.current.password,
      missing: seen.current.failure.missing ?? [],
      weakness: seen.current.failure.weakness ?? '',
    }
  );
}
