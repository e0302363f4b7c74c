import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  createdTokenSchema,
  type TokenAnswer,
  type TokenScope,
  tokenScopes,
  tokensAnswerSchema,
} from '#shared/api/tokens.ts';
import { describeDollars, describeList } from '#shared/describe-values.ts';
import { maxTokenNameCharacters } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages as messages } from '#shared/messages/own-account.ts';
import { Button, CopyButton, SubmitButton, TextButton } from '../../components/button.tsx';
import { Dialog, focusInDialog } from '../../components/dialog.tsx';
import { Checkbox, TextField } from '../../components/field.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { callServer, getAnswer, postJson } from '../../lib/call-server.ts';
import { formatDateTime } from '../../lib/format.ts';
import { richText } from '../../lib/rich-text.tsx';
import { getText, useSubmission } from '../accounts/public.ts';
import classes from './own-account-page.module.css';

export function ApiTokens({ uid }: { uid: string }) {
  const create = useRef<HTMLButtonElement>(null);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<TokenAnswer>();
  const { data, error, refetch } = useQuery({
    queryKey: ['tokens', uid],
    queryFn: ({ signal }) => getAnswer('/api/account/tokens', tokensAnswerSchema, { signal }),
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
          <ul className={`stack anywhere ${classes.tokens}`}>
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
      <p className="flat soft small">
        {t(messages.tokenRights, { rights: describeList(scopes.map(scope => scopeNames[scope])) })}
      </p>
      <p className="flat soft small">{facts.filter(Boolean).join(' · ')}</p>
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

const scopeNames: Readonly<Record<TokenScope, string>> = {
  narrate: t(messages.narrate),
  'read projects': t(messages.readProjects),
  'write projects': t(messages.writeProjects),
};

function NewTokenDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['narrate']);
  const [token, setToken] = useState<string>();
  const { submit, isPending, error } = useSubmission(async fields => {
    const answer = await postJson('/api/account/tokens', { name: getText(fields, 'name'), scopes });
    setToken(createdTokenSchema.parse(await answer.json()).token);
    onCreated();
  }, 'own');
  if (token !== undefined) return <CreatedToken token={token} onClose={onClose} />;
  return (
    <Dialog title={t(messages.createToken)} onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <TextField
          label={t(messages.tokenName)}
          description={t(messages.tokenNameHint)}
          name="name"
          autoComplete="off"
          maxLength={maxTokenNameCharacters}
          ref={focusInDialog}
        />
        <fieldset>
          <legend>{t(messages.scopes)}</legend>
          {tokenScopes.map(scope => (
            <Checkbox
              key={scope}
              label={scopeNames[scope]}
              detail={scope === 'narrate' ? t(messages.narrateDetail) : undefined}
              checked={scopes.includes(scope)}
              onChange={isOn =>
                setScopes(tokenScopes.filter(each => (each === scope ? isOn : scopes.includes(each))))
              }
            />
          ))}
        </fieldset>
        {error && <FailureNotice error={error} />}
        <SubmitButton isPending={isPending}>{t(messages.createToken)}</SubmitButton>
      </form>
    </Dialog>
  );
}

function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog title={t(messages.newToken)} onClose={onClose}>
      <div className="stack">
        <TextField
          label={t(messages.token)}
          description={t(messages.tokenOnce)}
          value={token}
          readOnly
          ref={focusInDialog}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton
          text={token}
          label={t(messages.copyToken)}
          copied={t(messages.tokenCopied)}
          refused={t(messages.tokenCopyRefused)}
        />
        <Button fullWidth onClick={onClose}>
          {t(messages.tokenDone)}
        </Button>
      </div>
    </Dialog>
  );
}
