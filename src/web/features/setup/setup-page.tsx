import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react/tab';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { newSetupKeySchema, type SetupAnswer } from '#shared/api/setup.ts';
import { CodedError } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { setupMessages as messages } from '#shared/messages/setup.ts';
import { Button, CopyButton, getButtonProps } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Fold } from '../../components/fold.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { TextPage } from '../../components/page-frame.tsx';
import { takeFocus } from '../../lib/focus.ts';
import { richText } from '../../lib/rich-text.tsx';
import { keepSetupKey } from '../../lib/setup-key.ts';
import { getText } from '../accounts/public.ts';
import { ConnectKey, code, FoundServers } from './connect.tsx';
import { OfferedModels } from './offered-models.tsx';
import classes from './setup.module.css';
import { askSetup, modelsQuery, setupQuery, useSetupRefresh } from './setup-calls.ts';
import { asTyped, describeDoing } from './trial-form.tsx';
import { WhoDoesWhat } from './who-does-what.tsx';

/** For whoever runs the server. Its link has a key in the fragment, as `#key=…`, which goes from the address into the tab. */
export function SetupPage() {
  useKeyOfAddress();
  const { data, error, refetch, isPending } = useQuery(setupQuery);
  // While another key is tried, the form stays.
  const refusal = useRef<CodedError>(undefined);
  if (error || data) refusal.current = isRefused(error) ? error : undefined;
  const lead = refusal.current?.message ?? t(messages.lead);
  return (
    <TextPage title={t(messages.title)} lead={<p role="status">{lead}</p>}>
      {isPending && !refusal.current && <p role="status">{t(messages.loading)}</p>}
      {error && !refusal.current && <FailureNotice error={error} onRetry={refetch} />}
      {refusal.current ? <KeyForm /> : data && <Setup setup={data} />}
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
    if (!hash.startsWith('#key=')) return;
    keepSetupKey(hash);
    void navigate({ search, hash: '' }, { replace: true, state });
    void refresh();
  }, [hash, search, state, navigate, refresh]);
}

function KeyForm() {
  const refresh = useSetupRefresh();
  return (
    <form
      className={`stack ${classes.form}`}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        keepSetupKey(getText(new FormData(event.currentTarget), 'link'));
        void refresh();
      }}
    >
      <p>{richText(t(messages.youRun), { code })}</p>
      <TextField name="link" label={t(messages.linkOrKey)} {...asTyped} />
      <div>
        <Button type="submit">{t(messages.openPage)}</Button>
      </div>
    </form>
  );
}

const ways = ['withKey', 'free', 'running'] as const;

const details = {
  withKey: messages.withKeyDetail,
  free: messages.freeDetail,
  running: messages.runningDetail,
};

function Setup({ setup }: { readonly setup: SetupAnswer }) {
  const { canSave } = setup;
  const [chosen, setChosen] = useState<(typeof ways)[number]>();
  const { data } = useQuery(modelsQuery);
  // After a reload a download is found where it was begun, and stays there when it has ended.
  const isBegun = data?.models.some(({ state }) => state !== 'none' && state !== 'installed');
  if (isBegun && !chosen) setChosen('free');
  const way = chosen ?? 'withKey';
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
      <Ready steps={setup.steps} />
      <WhoDoesWhat setup={setup} />
      {canSave && (
        <Fold title={t(messages.newLink)}>
          <NewLink />
        </Fold>
      )}
    </div>
  );
}

/** Who works now, and the way back. It takes the focus when that has changed: the next thing to do is to return. */
function Ready({ steps }: Pick<SetupAnswer, 'steps'>) {
  const { state }: { state: { readonly from?: unknown } | null } = useLocation();
  const from = typeof state?.from === 'string' ? state.from : undefined;
  const card = useRef<HTMLDivElement>(null);
  const working = steps.filter(
    ({ source = 'builtIn', lastTrial }) => source !== 'builtIn' && lastTrial?.isOk !== false,
  );
  const sentences = [...Map.groupBy(working, ({ provider }) => provider?.name ?? '')].map(([name, does]) =>
    t(messages.nowDoes, { name, does: describeDoing(does.map(({ step }) => step)) }),
  );
  const text = sentences.join(' ') || t(messages.nobodyWorks);
  const known = useRef(text);
  useEffect(() => {
    const { activeElement: at } = document;
    const isTyping = at instanceof HTMLInputElement && at.type !== 'radio' && at.value !== '';
    if (known.current !== text && !isTyping) card.current?.focus();
    known.current = text;
  }, [text]);
  return (
    <div className={`card row spread ${classes.ready}`} tabIndex={-1} ref={card}>
      <p className="flat">{text}</p>
      {working.length > 0 && (
        <Link to={from ?? '/'} {...getButtonProps({})}>
          {t(from ? messages.back : messages.toStart)}
        </Link>
      )}
    </div>
  );
}

function NewLink() {
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => askSetup('/api/setup/key', newSetupKeySchema, { method: 'POST' }),
    onSuccess: ({ url }) => keepSetupKey(url),
  });
  const texts = { copied: t(messages.copied), refused: t(messages.copyRefused) };
  return (
    <div className={`stack ${classes.form}`}>
      <p>{t(messages.newLinkEffect)}</p>
      {error && <FailureNotice error={error} />}
      {!data && (
        <div>
          <Button variant="default" isBusy={isPending} onClick={() => mutate()}>
            {t(messages.makeLink)}
          </Button>
        </div>
      )}
      {data && <TextField ref={takeFocus} label={t(messages.link)} value={data.url} readOnly />}
      {data && <CopyButton text={data.url} label={t(messages.copyLink)} {...texts} />}
    </div>
  );
}
