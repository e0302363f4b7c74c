import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type OfferedModel, offeredModelsSchema } from '#shared/api/setup.ts';
import { describeDuration } from '#shared/describe-values.ts';
import { t } from '#shared/messages/message.ts';
import { setupMessages as messages } from '#shared/messages/setup.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/field.tsx';
import { Fold } from '../../components/fold.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { useFocusFallback } from '../../lib/focus.ts';
import { formatBytes } from '../../lib/format.ts';
import { richText } from '../../lib/rich-text.tsx';
import classes from './setup.module.css';
import { askSetup, modelsQuery, useSetupRefresh } from './setup-calls.ts';
import { linkBeside } from './trial-form.tsx';

const pollMs = 1000;

function isArriving({ state }: OfferedModel): boolean {
  return state === 'waiting' || state === 'downloading' || state === 'checking';
}

export function OfferedModels() {
  const { data, error, refetch } = useQuery({
    ...modelsQuery,
    refetchInterval: ({ state }) => (state.data?.models.some(isArriving) ? pollMs : false),
  });
  const refresh = useSetupRefresh();
  const installed = data?.models.filter(({ state }) => state === 'installed').length;
  useEffect(() => void (installed && refresh()), [installed, refresh]);
  if (!data) return error && <FailureNotice error={error} onRetry={refetch} />;
  const { memoryBytes, freeBytes, cores, models } = data;
  const isFirst = ({ fit, state }: OfferedModel) => fit === 'recommended' || state !== 'none';
  const others = models.filter(each => !isFirst(each));
  const list = (some: readonly OfferedModel[]) => (
    <ul className={classes.list}>
      {some.map(model => (
        <ModelItem key={model.name} model={model} />
      ))}
    </ul>
  );
  const machine = { memory: formatBytes(memoryBytes), free: formatBytes(freeBytes), cores };
  return (
    <div className="stack">
      <p className="soft">{t(messages.thisMachine, machine)}</p>
      {error && <FailureNotice error={error} />}
      {list(models.filter(isFirst))}
      {others.length > 0 && (
        <Fold level={2} title={t(messages.otherModels, { count: others.length })}>
          {list(others)}
        </Fold>
      )}
    </div>
  );
}

function ModelItem({ model }: { readonly model: OfferedModel }) {
  const { title, step, bytes, arrivedBytes, memoryBytes, languages, speed, fit, licence, state, problem } =
    model;
  const hasPart = state === 'downloading' || state === 'paused';
  const item = useRef<HTMLLIElement>(null);
  const facts = [
    t(messages.size, { size: formatBytes(bytes) }),
    t(messages.memoryNeeded, { memory: formatBytes(memoryBytes) }),
    t(messages.languageCount, { count: languages.length }),
    speed && t(messages.speed, { factor: Number(speed.toPrecision(2)) }),
    (fit === 'slow' || fit === 'tooLarge') && t(messages[fit]),
  ];
  return (
    <li ref={item} tabIndex={-1} className={`stack tight ${classes.quiet}`}>
      <h2>
        {title} <span className="soft small">{t(messages[step])}</span>
      </h2>
      <p className="soft small">
        {facts.filter(Boolean).join(' · ')}
        <br />
        {richText(t(messages.licence, licence), { link: text => linkBeside(licence.url, text) })}
      </p>
      <p role="status" className="small">
        {state !== 'none' && state !== 'failed' && t(messages[state])}
      </p>
      {state === 'failed' && <Notice tone="problem">{problem}</Notice>}
      {hasPart && (
        <progress max={bytes} value={arrivedBytes} aria-label={t(messages.downloadOf, { name: title })} />
      )}
      {hasPart && <p className="soft small">{describeArrival(model)}</p>}
      <Actions key={state} model={model} item={item} />
    </li>
  );
}

/** `572 MB of 1.8 GB · 7.6 MB a second · 3 minutes left` */
function describeArrival({ bytes, arrivedBytes, bytesPerSecond }: OfferedModel): string {
  const known = { arrived: formatBytes(arrivedBytes), size: formatBytes(bytes) };
  if (!bytesPerSecond) return t(messages.arrived, known);
  const left = describeLeft((bytes - arrivedBytes) / bytesPerSecond);
  return t(messages.arrivedAtSpeed, { ...known, speed: formatBytes(bytesPerSecond), left });
}

/** `4 minutes`, `30 seconds`: rounded, so that it does not flicker. */
function describeLeft(seconds: number): string {
  const unit = seconds >= 5400 ? 3600 : seconds >= 90 ? 60 : 10;
  return describeDuration(Math.max(1, Math.round(seconds / unit)) * unit);
}

const cancel = [messages.cancel, messages.cancelThis, 'none'] as const;

const actions = {
  none: [[messages.download, messages.downloadThis, 'installed']],
  waiting: [cancel],
  downloading: [[messages.pause, messages.pauseThis, 'paused'], cancel],
  checking: [],
  paused: [[messages.goOn, messages.goOnThis, 'installed'], cancel],
  failed: [[messages.again, messages.againThis, 'installed'], cancel],
  installed: [],
} as const;

/** @param item takes the focus when the state has changed, and the button is gone */
function Actions({ model, item }: { model: OfferedModel; item: RefObject<HTMLLIElement | null> }) {
  const { name, title, state, licence, fit } = model;
  const queryClient = useQueryClient();
  const focus = useFocusFallback(true, item);
  const [acceptsLicence, setAccepted] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (wanted: 'installed' | 'paused' | 'none') => {
      const body = JSON.stringify({ wanted, acceptsLicence });
      const path = `/api/setup/models/${encodeURIComponent(name)}`;
      return askSetup(path, offeredModelsSchema, { method: 'PUT', body });
    },
    onSuccess: answer => queryClient.setQueryData(modelsQuery.queryKey, answer),
  });
  const asks = licence.asksConsent && state === 'none';
  const mayGoOn = !asks || acceptsLicence;
  return (
    <>
      {asks && <Checkbox label={t(messages.accept)} checked={acceptsLicence} onChange={setAccepted} />}
      {isRefused && !mayGoOn && <Notice tone="problem">{t(messages.acceptFirst)}</Notice>}
      {error && <FailureNotice error={error} />}
      <div className="row">
        {actions[state].map(([label, wholeName, wanted]) => (
          <Button
            key={wanted}
            variant={wanted === 'installed' && fit === 'recommended' ? 'filled' : 'default'}
            isBusy={isPending}
            isBlocked={!mayGoOn}
            onBlocked={() => setRefused(true)}
            aria-label={t(wholeName, { name: title })}
            onClick={() => mutate(wanted)}
            {...focus}
          >
            {t(label)}
          </Button>
        ))}
      </div>
    </>
  );
}
