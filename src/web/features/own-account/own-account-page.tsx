import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import type { MeAnswer } from '#shared/api/account.ts';
import { costsAnswerSchema } from '#shared/api/costs.ts';
import { accountAnswerSchema } from '#shared/api/privacy.ts';
import { describeDollars } from '#shared/describe-values.ts';
import { CodedError } from '#shared/errors.ts';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages } from '#shared/messages/own-account.ts';
import { Button, SubmitButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { FormPage, TextPage } from '../../components/page-frame.tsx';
import { getAnswer, postJson } from '../../lib/call-server.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { linkTo, richText, strong } from '../../lib/rich-text.tsx';
import {
  AuthFailure,
  afterDeletion,
  endSession,
  getText,
  LoginForm,
  NewPasswordField,
  PasswordField,
  ProviderButtons,
  postAuth,
  useSession,
  useSubmission,
} from '../accounts/public.ts';
import { forgetWorkOf, getOwner } from '../editor/public.ts';
import { ApiTokens } from './api-tokens.tsx';
import classes from './own-account-page.module.css';

export function OwnAccountPage() {
  const queryClient = useQueryClient();
  const { data: me, isPending, error, refetch } = useSession();
  const [isDeleted, setDeleted] = useState(false);

  function leave(uid: string) {
    // Where nothing can be deleted, nothing could be kept.
    forgetWorkOf(getOwner(uid)).catch(() => {});
    setDeleted(true);
    void endSession(queryClient);
  }

  if (isDeleted) return <Navigate to="/" replace state={afterDeletion} />;
  if (isPending) return null;
  if (me === null)
    return (
      <FormPage title={t(ownAccountMessages.title)}>
        <p className="apart">{t(ownAccountMessages.signIn)}</p>
        <LoginForm />
      </FormPage>
    );
  return (
    <TextPage
      title={t(ownAccountMessages.title)}
      lead={
        me && (
          <p className="anywhere">
            {richText(t(ownAccountMessages.signedInAs, { email: me.email }), { email: strong })}
          </p>
        )
      }
    >
      {!me && error && <FailureNotice error={error} onRetry={refetch} />}
      {me && <Panels key={me.uid} me={me} onDeleted={() => leave(me.uid)} />}
    </TextPage>
  );
}

function Panels({ me, onDeleted }: { me: MeAnswer; onDeleted: () => void }) {
  const { data: config } = usePublicConfig();
  const { data: account } = useQuery({
    queryKey: ['account', me.uid],
    queryFn: ({ signal }) => getAnswer('/api/account', accountAnswerSchema, { signal }),
  });
  return (
    <div className={`columns ${classes.panels}`}>
      <OwnCosts uid={me.uid} />
      <Export />
      <ApiTokens uid={me.uid} />
      {account && config?.hasPasswordSignIn !== false && (
        <PasswordChange hasPassword={account.confirmedBy === 'password'} />
      )}
      <AccountDeletion
        me={me}
        needsPassword={account?.confirmedBy !== 'recent sign-in'}
        onDeleted={onDeleted}
      />
    </div>
  );
}

const steps = [
  ['vision', ownAccountMessages.costVision],
  ['script', ownAccountMessages.costScript],
  ['speech', ownAccountMessages.costSpeech],
  ['transcription', ownAccountMessages.costTranscription],
] as const;

function OwnCosts({ uid }: { uid: string }) {
  const { data: costs } = useQuery({
    queryKey: ['costs', uid],
    queryFn: ({ signal }) => getAnswer('/api/account/costs', costsAnswerSchema, { signal }),
    staleTime: 0,
  });
  if (!costs?.total) return null;
  const first = new Date(`${costs.month}-01T00:00:00Z`);
  const month = first.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <section>
      <h2>{t(ownAccountMessages.costs, { month })}</h2>
      <p>{t(ownAccountMessages.costTotal, { amount: describeDollars(costs.total.dollars) })}</p>
      <ul>
        {steps.map(([step, message]) => {
          const cost = costs.steps[step];
          return cost && <li key={step}>{t(message, { amount: describeDollars(cost.dollars) })}</li>;
        })}
      </ul>
      {!costs.total.isComplete && <p>{t(ownAccountMessages.costIncomplete)}</p>}
    </section>
  );
}

function Export() {
  return (
    <section>
      <h2>{t(ownAccountMessages.export)}</h2>
      <p>{richText(t(ownAccountMessages.exportContent), { privacy: linkTo('/privacy') })}</p>
      <a href="/api/account/export" download="benshi-account.json">
        {t(ownAccountMessages.download)}
      </a>
    </section>
  );
}

function PasswordChange({ hasPassword }: { hasPassword: boolean }) {
  const [step, setStep] = useState<'none' | 'asked' | 'done'>('none');
  if (!hasPassword)
    return (
      <section>
        <h2>{t(accountMessages.password)}</h2>
        <p>{richText(t(ownAccountMessages.passwordOfNobody), { reset: linkTo('/reset') })}</p>
      </section>
    );
  return (
    <>
      <section>
        <h2>{t(accountMessages.password)}</h2>
        <p>{t(ownAccountMessages.passwordSignsOut)}</p>
        {step === 'done' && (
          <div role="status">
            <Notice tone="plain">{t(ownAccountMessages.passwordSet)}</Notice>
          </div>
        )}
        <Button variant="default" onClick={() => setStep('asked')}>
          {t(ownAccountMessages.changePassword)}
        </Button>
      </section>
      {step === 'asked' && (
        <PasswordDialog onClose={() => setStep('none')} onChanged={() => setStep('done')} />
      )}
    </>
  );
}

function PasswordDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const { submit, isPending, error } = useSubmission(async fields => {
    await postAuth('/change-password', {
      currentPassword: getText(fields, 'password'),
      newPassword: getText(fields, 'new-password'),
    });
    onChanged();
  }, 'own');
  // Missing requirements are shown below the field.
  const isReported = error instanceof AuthFailure && error.missing !== undefined;
  return (
    <Dialog title={t(ownAccountMessages.changePassword)} onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <PasswordField
          label={t(ownAccountMessages.currentPassword)}
          autoComplete="current-password"
          hasFocus
        />
        <NewPasswordField label={t(accountMessages.newPassword)} name="new-password" failure={error} />
        {error && !isReported && <FailureNotice error={error} />}
        <SubmitButton isPending={isPending}>{t(accountMessages.setPassword)}</SubmitButton>
      </form>
    </Dialog>
  );
}

interface AccountDeletionProps {
  readonly me: MeAnswer;
  /** Without a password, a fresh sign-in with a provider confirms. */
  readonly needsPassword: boolean;
  readonly onDeleted: () => void;
}

function AccountDeletion({ me, needsPassword, onDeleted }: AccountDeletionProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <section>
        <h2>{t(ownAccountMessages.deleteTitle)}</h2>
        <p>{t(me.emailVerified ? ownAccountMessages.deletesMessages : ownAccountMessages.deletes)}</p>
        {me.plan === 'premium' && <p>{t(ownAccountMessages.endsPremium)}</p>}
        <p>{richText(t(ownAccountMessages.narrationsStay), { privacy: linkTo('/privacy') })}</p>
        <Button variant="default" onClick={() => setAsked(true)}>
          {t(ownAccountMessages.deleteAccount)}
        </Button>
      </section>
      {isAsked && (
        <DeletionDialog
          uid={me.uid}
          needsPassword={needsPassword}
          onClose={() => setAsked(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}

interface DeletionDialogProps extends Omit<AccountDeletionProps, 'me'> {
  readonly uid: string;
  readonly onClose: () => void;
}

function DeletionDialog({ uid, needsPassword, onClose, onDeleted }: DeletionDialogProps) {
  const { submit, isPending, error, reset } = useSubmission(async fields => {
    const password = needsPassword ? getText(fields, 'password') : undefined;
    await postJson('/api/account/deletion', { uid, password });
    onDeleted();
  }, 'own');
  const mustSignIn = !needsPassword && error instanceof CodedError && error.code === 'forbidden';
  return (
    <Dialog title={t(ownAccountMessages.deleteQuestion)} onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <p>{t(needsPassword ? ownAccountMessages.cannotUndoPassword : ownAccountMessages.cannotUndo)}</p>
        {needsPassword && (
          <PasswordField label={t(accountMessages.password)} autoComplete="current-password" hasFocus />
        )}
        {error && <FailureNotice error={error} />}
        {mustSignIn && <ProviderButtons purpose="again" onSignedIn={reset} />}
        <SubmitButton isPending={isPending}>{t(ownAccountMessages.deleteForever)}</SubmitButton>
      </form>
    </Dialog>
  );
}
