import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SetupAnswer } from '#shared/api/setup.ts';
import { t } from '#shared/messages/message.ts';
import { setupMessages as messages } from '#shared/messages/setup.ts';
import { Button } from '../../components/button.tsx';
import { RadioGroup, Select, TextField } from '../../components/field.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { richText } from '../../lib/rich-text.tsx';
import { getText } from '../accounts/public.ts';
import classes from './setup.module.css';
import { serversQuery } from './setup-calls.ts';
import { asTyped, describeDoing, getHost, linkBeside, TrialForm } from './trial-form.tsx';

export type Connection = SetupAnswer['connections'][number];

export const nameConnection = ({ name }: Connection) => name || t(messages.otherAddress);

export const code = (inner: string) => <code className="anywhere">{inner}</code>;

/** For password managers: a key is nobody's password here. */
const unmanaged = { 'data-1p-ignore': '', 'data-bwignore': '', 'data-lpignore': 'true' };

export function ConnectKey({ setup: { canSave, connections } }: { readonly setup: SetupAnswer }) {
  const [id, setId] = useState(connections[0]?.id);
  const chosen = connections.find(each => each.id === id);
  const isFixed = chosen?.source === 'environment';
  return (
    <div className="stack">
      <RadioGroup
        legend={t(messages.provider)}
        className={classes.choices}
        options={connections.map(each => ({
          label: nameConnection(each),
          detail: describeDoing(each.does),
          isOn: each.id === id,
          choose: () => setId(each.id),
        }))}
      />
      {isFixed && <p>{t(messages.byEnvironment)}</p>}
      {chosen && !isFixed && <ConnectionForm key={chosen.id} connection={chosen} canSave={canSave} />}
    </div>
  );
}

function ConnectionForm({ connection, canSave }: { connection: Connection; canSave: boolean }) {
  const { provider, fields, keysUrl } = connection;
  const [missing, setMissing] = useState<string>();

  function read(typed: FormData) {
    const entries = fields.map(({ name }) => [name, getText(typed, name).trim()] as const);
    const values = Object.fromEntries(entries.filter(([, value]) => value !== ''));
    const lacking = fields.find(({ name, isRequired }) => isRequired && values[name] === undefined)?.name;
    setMissing(lacking);
    if (lacking === undefined) return { values, provider };
    document.getElementsByName(lacking)[0]?.focus();
    return undefined;
  }

  return (
    <TrialForm canSave={canSave} read={read} untested={{ steps: [] }}>
      {keysUrl && (
        <p>{richText(t(messages.keyAt, getHost(keysUrl)), { link: text => linkBeside(keysUrl, text) })}</p>
      )}
      {fields.map(({ name, kind, isRequired, shown, example }) => {
        const isKey = kind === 'key';
        const label = t(messages[kind], { name });
        const hints = [
          isKey && shown && t(messages.connectedAs, { shown }),
          isKey && canSave && t(messages.keyStays),
          example && t(messages.example, { example }),
        ];
        return (
          <TextField
            key={name}
            name={name}
            type={isKey ? 'password' : 'text'}
            label={isRequired ? label : t(messages.optional, { name: label })}
            description={hints.filter(Boolean).join(' ')}
            error={missing === name ? t(messages.fieldMissing) : undefined}
            defaultValue={isKey ? undefined : shown}
            {...asTyped}
            {...unmanaged}
          />
        );
      })}
    </TrialForm>
  );
}

export function FoundServers({ isOpen, canSave }: { readonly isOpen: boolean; readonly canSave: boolean }) {
  const { data, error, isFetching, refetch } = useQuery({ ...serversQuery, enabled: isOpen });
  const isNone = data?.servers.length === 0 && !isFetching;
  return (
    <div className={`stack ${classes.quiet}`}>
      <p role="status">
        {isFetching && t(messages.searching)}
        {isNone && richText(t(messages.nothingFound), { code })}
      </p>
      {error && !isFetching && <FailureNotice error={error} />}
      <ul className={classes.list}>
        {data?.servers.map(({ port, name, does, models, command }) => (
          <li key={port} className="stack tight">
            <h2>{name}</h2>
            <p className="soft small">{describeDoing(does)}</p>
            {command && <p>{richText(t(messages.noPictures, { command }), { code })}</p>}
            {canSave && (
              <TrialForm canSave read={readModel} path={`/api/setup/servers/${port}`}>
                {models.length > 0 && (
                  <Select
                    name="model"
                    label={t(messages.model)}
                    defaultValue={models.find(({ seesPictures }) => seesPictures)?.name}
                    options={models.map(({ name: value, seesPictures }) => ({
                      value,
                      label: seesPictures ? t(messages.seesPictures, { name: value }) : value,
                    }))}
                  />
                )}
              </TrialForm>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" isBusy={isFetching} onClick={() => void refetch()}>
          {t(messages.searchAgain)}
        </Button>
      </div>
    </div>
  );
}

function readModel(fields: FormData): { readonly model?: string } {
  const model = getText(fields, 'model');
  return model === '' ? {} : { model };
}
