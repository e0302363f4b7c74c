import { useState } from 'react';
import type { SetupAnswer } from '#shared/api/setup.ts';
import { t } from '#shared/messages/message.ts';
import { setupMessages as messages } from '#shared/messages/setup.ts';
import { RadioGroup, TextField } from '../../components/field.tsx';
import { richText } from '../../lib/rich-text.tsx';
import { getText } from '../accounts/public.ts';
import classes from './setup.module.css';
import { asTyped, describeDoing, OtherPage, TrialForm } from './trial-form.tsx';

type Connection = SetupAnswer['connections'][number];

/** Choose a provider, paste its key, test, save. */
export function ConnectKey({ setup: { canSave, connections } }: { readonly setup: SetupAnswer }) {
  const [id, setId] = useState(connections[0]?.id);
  const chosen = connections.find(each => each.id === id);
  return (
    <div className="stack">
      <RadioGroup
        legend={t(messages.provider)}
        className={classes.choices}
        options={connections.map(each => ({
          label: each.name || t(messages.otherAddress),
          detail: describeDoing(each.does),
          isOn: each.id === id,
          choose: () => setId(each.id),
        }))}
      />
      {chosen?.source === 'environment' && <p>{t(messages.byEnvironment)}</p>}
      {chosen && chosen.source !== 'environment' && (
        <ConnectionForm key={chosen.id} connection={chosen} canSave={canSave} />
      )}
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
    <TrialForm canSave={canSave} read={read}>
      {keysUrl && (
        <p>
          {richText(t(messages.keyAt, { host: new URL(keysUrl).host }), {
            link: inner => <OtherPage href={keysUrl}>{inner}</OtherPage>,
          })}
        </p>
      )}
      {fields.map(field => (
        <ConnectionField key={field.name} field={field} isMissing={missing === field.name} />
      ))}
    </TrialForm>
  );
}

function ConnectionField({ field, isMissing }: { field: Connection['fields'][number]; isMissing: boolean }) {
  const { name, kind, isRequired, shown, example } = field;
  const isKey = kind === 'key';
  const label = kind === 'deployment' ? t(messages.deployment, { name }) : t(messages[kind]);
  const hints = [
    isKey && shown && t(messages.connectedAs, { shown }),
    isKey && t(messages.keyStays),
    example && t(messages.example, { example }),
  ];
  return (
    <TextField
      name={name}
      type={isKey ? 'password' : 'text'}
      label={isRequired ? label : t(messages.optional, { name: label })}
      description={hints.filter(Boolean).join(' ') || undefined}
      error={isMissing ? t(messages.fieldMissing) : undefined}
      defaultValue={isKey ? undefined : shown}
      {...asTyped}
    />
  );
}
