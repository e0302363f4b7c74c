import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type TokenAnswer, tokensAnswerSchema } from '#shared/api/tokens.ts';
import { describeDollars, describeList } from '#shared/describe-values.ts';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages as messages } from '#shared/messages/own-account.ts';
import { Button, SubmitButton, TextButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { callServer, getAnswer } from '../../lib/call-server.ts';
import { formatDateTime } from '../../lib/format.ts';
import { richText } from '../../lib/rich-text.tsx';
import { useSubmission } from '../accounts/public.ts';
import { NewTokenDialog, scopeNames } from './new-token.tsx';
import classes from './own-account-page.module.css';

/** The account's API tokens: creates, lists and revokes them. */
export function ApiTokens({ uid }: { uid: string }) {
  const create = useRef<HTMLButtonElement>(null);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<TokenAnswer>();
  const { data, error, refetch } = useQuery({
    queryKey: ['tokens', uid],
    queryFn: ({ signal }) => getAnswer('/api/account/tokens', tokensAnswerSchema, signal),
  });
  return (
    <>
      <section>
        <h2>{t(messages.tokens)}</h2>
        <p>
          {richText(t(messages.tokensFor), {
            code: inner => <code>{inner}</code>,
            openapi: inner => <a href="/api/openapi.json">{inner}</a>,
          })}
        </p>
        {error && <FailureNotice error={error} onRetry={refetch} />}
        {data && data.tokens.length > 0 && (
          <ul className={classes.tokens}>
            {data.tokens.map(token => (
              <TokenItem key={token.id} token={token} onRevoke={() => setRevoked(token)} />
            ))}
          </ul>
        )}
        <Button ref={create} variant="default" onClick={() => setCreating(true)}>
          {t(messages.createToken)}
        </Button>
      </section>
      {isCreating && <NewTokenDialog onClose={() => setCreating(false)} onCreated={() => void refetch()} />}
      {revoked && (
        <RevokeDialog
          token={revoked}
          onClose={() => setRevoked(undefined)}
          onRevoked={async () => {
            await refetch();
            setRevoked(undefined);
            // Its own button is gone, and this one can have the focus once the dialog is closed.
            setTimeout(() => create.current?.focus());
          }}
        />
      )}
    </>
  );
}

const showDate = (iso: string) => ({ date: formatDateTime(iso) });

function TokenItem({ token, onRevoke }: { token: TokenAnswer; onRevoke: () => void }) {
  const { name, scopes, createdAt, usedAt, calls, dollars } = token;
  const facts = [
    t(messages.tokenCreated, showDate(createdAt)),
    usedAt === null ? t(messages.tokenUnused) : t(messages.tokenUsed, showDate(usedAt)),
    calls > 0 && t(messages.tokenCalls, { count: calls }),
    dollars > 0 && describeDollars(dollars),
  ];
  return (
    <li>
      <strong>{name}</strong>
      <p>{t(messages.tokenRights, { rights: describeList(scopes.map(scope => scopeNames[scope])) })}</p>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      <TextButton aria-label={t(messages.revokeThis, { name })} onClick={onRevoke}>
        {t(messages.revoke)}
      </TextButton>
    </li>
  );
}

interface RevokeDialogProps {
  readonly token: TokenAnswer;
  readonly onClose: () => void;
  readonly onRevoked: () => Promise<void>;
}

function RevokeDialog({ token: { id, name }, onClose, onRevoked }: RevokeDialogProps) {
  const { submit, isPending, error } = useSubmission(async () => {
    await callServer(`/api/account/tokens/${id}`, { method: 'DELETE' });
    await onRevoked();
  }, 'own');
  return (
    <Dialog title={t(messages.revokeQuestion)} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>{t(messages.revokeEffect, { name })}</p>
        {error && <FailureNotice error={error} />}
        <SubmitButton isPending={isPending}>{t(messages.revoke)}</SubmitButton>
      </form>
    </Dialog>
  );
}
