import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react/tab';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { newSetupKeySchema, type SetupAnswer } from '#shared/api/setup.ts';
import { CodedError } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { setupMessages as messages } from '#shared/messages/setup.ts';
import { Button, CopyButton } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Fold } from '../../components/fold.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { TextPage } from '../../components/page-frame.tsx';
import { takeFocus } from '../../lib/focus.ts';
import { richText } from '../../lib/rich-text.tsx';
import { findSetupKey, keepSetupKey } from '../../lib/setup-key.ts';
import { getText } from '../accounts/public.ts';
import { ConnectKey } from './connect-key.tsx';
import { code, FoundServers } from './found-servers.tsx';
import { OfferedModels } from './offered-models.tsx';
import classes from './setup.module.css';
import { askSetup, isArriving, modelsQuery, setupQuery, useSetupRefresh } from './setup-calls.ts';
import { asTyped } from './trial-form.tsx';
import { WhoDoesWhat } from './who-does-what.tsx';

/** For whoever runs the server. Its link has a key in the fragment, as `#key=…`, which goes from the address into the tab. */
export function SetupPage() {
  useKeyOfAddress();
  const { data, error, refetch, isPending } = useQuery(setupQuery);
  // While another key is tried, the form stays.
  const refusal = useRef<CodedError>(undefined);
  if (error || data) refusal.current = isRefused(error) ? error : undefined;
  if (refusal.current) return <AskWho refusal={refusal.current} />;
  return (
    <TextPage title={t(messages.title)} lead={<p>{t(messages.lead)}</p>}>
      {isPending && <p role="status">{t(messages.loading)}</p>}
      {error && <FailureNotice error={error} onRetry={refetch} />}
      {data && <Setup setup={data} />}
    </TextPage>
  );
}

function isRefused(error: unknown): error is CodedError {
  return error instanceof CodedError && (error.code === 'forbidden' || error.code === 'rate_limited');
}

function useKeyOfAddress(): void {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const refresh = useSetupRefresh();
  // Before the first call, which an effect makes.
  useLayoutEffect(() => {
    const key = hash === '' ? undefined : findSetupKey(hash);
    if (key === undefined) return;
    keepSetupKey(key);
    void navigate({ search, hash: '' }, { replace: true, state });
    void refresh();
  }, [hash, search, state, navigate, refresh]);
}

/** For whoever may not use the page, or has not shown yet that they may. */
function AskWho({ refusal }: { readonly refusal: CodedError }) {
  const refresh = useSetupRefresh();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<'missing' | 'refused'>();
  async function open(text: string) {
    const key = findSetupKey(text);
    if (key !== undefined) {
      keepSetupKey(key);
      await refresh();
    }
    setProblem(key === undefined ? 'missing' : 'refused');
    field.current?.focus();
  }
  const problems = { missing: t(messages.linkMissing), refused: refusal.message };
  return (
    <TextPage title={t(messages.title)} lead={<p>{t(messages.askWho)}</p>}>
      <form
        className={`stack ${classes.form}`}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void open(getText(new FormData(event.currentTarget), 'link'));
        }}
      >
        <p>{richText(t(messages.youRun), { code })}</p>
        <TextField
          ref={field}
          name="link"
          label={t(messages.linkOrKey)}
          error={
            problem ? problems[problem] : refusal.message === t(messages.askWho) ? undefined : refusal.message
          }
          {...asTyped}
        />
        <div>
          <Button type="submit">{t(messages.openPage)}</Button>
        </div>
      </form>
    </TextPage>
  );
}

const ways = ['withKey', 'free', 'running'] as const;
type Way = (typeof ways)[number];

const details = {
  withKey: messages.withKeyDetail,
  free: messages.freeDetail,
  running: messages.runningDetail,
};

function Setup({ setup }: { readonly setup: SetupAnswer }) {
  const { canSave } = setup;
  const [chosen, setChosen] = useState<Way>();
  const { data } = useQuery(modelsQuery);
  // After a reload a download is found where it was begun.
  const way = chosen ?? (data?.models.some(isArriving) ? 'free' : 'withKey');
  const panels = {
    withKey: <ConnectKey setup={setup} />,
    free: <OfferedModels />,
    running: <FoundServers isOpen={way === 'running'} canSave={canSave} />,
  };
  return (
    <div className={`stack ${classes.setup}`}>
      {!canSave && <Notice tone="plain">{richText(t(messages.cannotSave), { code })}</Notice>}
      <div>
        <TabProvider
          selectedId={way}
          setSelectedId={id => setChosen(ways.find(each => each === id))}
          orientation="both"
        >
          <TabList className={classes.ways} aria-label={t(messages.ways)}>
            {ways.map(id => (
              <Tab key={id} id={id} className={classes.way}>
                <span className={classes.name}>{t(messages[id])}</span>
                <span className="soft small">{t(details[id])}</span>
              </Tab>
            ))}
          </TabList>
          {ways.map(id => (
            <TabPanel key={id} tabId={id} className={`card ${classes.panel}`}>
              {panels[id]}
            </TabPanel>
          ))}
        </TabProvider>
      </div>
      <WhoDoesWhat setup={setup} />
      {canSave && (
        <Fold title={t(messages.newLink)}>
          <NewLink />
        </Fold>
      )}
    </div>
  );
}

function NewLink() {
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => askSetup('/api/setup/key', newSetupKeySchema, { method: 'POST' }),
    onSuccess: ({ url }) => keepSetupKey(findSetupKey(url) ?? ''),
  });
  return (
    <div className={`stack ${classes.form}`}>
      <p>{t(messages.newLinkEffect)}</p>
      {error && <FailureNotice error={error} />}
      {data ? (
        <>
          <TextField ref={takeFocus} label={t(messages.link)} value={data.url} readOnly />
          <CopyButton
            text={data.url}
            label={t(messages.copyLink)}
            copied={t(messages.copied)}
            refused={t(messages.copyRefused)}
          />
        </>
      ) : (
        <div>
          <Button variant="default" isBusy={isPending} onClick={() => mutate()}>
            {t(messages.makeLink)}
          </Button>
        </div>
      )}
    </div>
  );
}
