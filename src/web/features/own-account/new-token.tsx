import { useState } from 'react';
import { createdTokenSchema, type TokenScope, tokenScopes } from '#shared/api/tokens.ts';
import { maxTokenNameCharacters } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages as messages } from '#shared/messages/own-account.ts';
import { Button, SubmitButton } from '../../components/button.tsx';
import { Checkbox } from '../../components/choices.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog, focusInDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { postJson } from '../../lib/call-server.ts';
import { getText, useSubmission } from '../accounts/public.ts';

export const scopeNames: Readonly<Record<TokenScope, string>> = {
  narrate: t(messages.narrate),
  'read projects': t(messages.readProjects),
  'write projects': t(messages.writeProjects),
};

interface NewTokenDialogProps {
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

/** Asks for the name and the rights of a token, then shows it once. */
export function NewTokenDialog({ onClose, onCreated }: NewTokenDialogProps) {
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
