import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { foundServersSchema } from '#shared/api/setup.ts';
import { t } from '#shared/messages/message.ts';
import { setupMessages as messages } from '#shared/messages/setup.ts';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/field.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { richText } from '../../lib/rich-text.tsx';
import { getText } from '../accounts/public.ts';
import classes from './setup.module.css';
import { serversQuery } from './setup-calls.ts';
import { describeDoing, TrialForm } from './trial-form.tsx';

export const code = (inner: string) => <code className="anywhere">{inner}</code>;

/** AI servers on the server's machine; searched for once this is opened. */
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
        {data?.servers.map(server => (
          <FoundServer key={server.port} server={server} canSave={canSave} />
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

type Server = z.infer<typeof foundServersSchema>['servers'][number];

function FoundServer({ server, canSave }: { readonly server: Server; readonly canSave: boolean }) {
  const { port, name, does, models, command } = server;
  const read = (fields: FormData) => {
    const model = getText(fields, 'model');
    return model === '' ? {} : { model };
  };
  const seeing = models.find(({ seesPictures }) => seesPictures) ?? models[0];
  return (
    <li className="stack tight">
      <h3>{name}</h3>
      {does.length > 0 && <p className="soft small">{describeDoing(does)}</p>}
      {command && <p>{richText(t(messages.noPictures, { command }), { code })}</p>}
      {canSave && (
        <TrialForm canSave read={read} path={`/api/setup/servers/${port}`} label={messages.use}>
          {seeing && (
            <Select
              name="model"
              label={t(messages.model)}
              defaultValue={seeing.name}
              options={models.map(({ name: value, seesPictures }) => ({
                value,
                label: seesPictures ? t(messages.seesPictures, { name: value }) : value,
              }))}
              onChoose={() => {}}
            />
          )}
        </TrialForm>
      )}
    </li>
  );
}
