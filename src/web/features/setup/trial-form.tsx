import { type ReactNode, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { SetupStep, StepTrial, TrySetup } from '#shared/api/setup.ts';
import { describeList } from '#shared/describe-values.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { setupMessages as messages } from '#shared/messages/setup.ts';
import { Button, getButtonProps } from '../../components/button.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { takeFocus } from '../../lib/focus.ts';
import classes from './setup.module.css';
import { type TrialRun, useTrialRun } from './setup-calls.ts';

const doing = {
  vision: messages.looks,
  script: messages.writes,
  speech: messages.speaks,
  transcription: messages.transcribes,
} as const;

/** `looks, writes, and speaks` */
export function describeDoing(steps: readonly SetupStep[]): string {
  return describeList(steps.map(step => t(doing[step])));
}

/** For fields of names, addresses and keys: nothing corrects, keeps or fills them. */
export const asTyped = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-lpignore': 'true',
} as const;

interface TrialFormProps {
  readonly canSave: boolean;
  /** What to try; undefined if something is missing. The fields keep what is typed, and nothing else does. */
  readonly read: (fields: FormData) => Omit<TrySetup, 'save'> | { readonly model?: string } | undefined;
  /** What to save if nothing works. By default without trying it again. */
  readonly untested?: Omit<TrySetup, 'save' | 'values'>;
  /** Instead, for a server that was found. */
  readonly path?: string;
  readonly label?: Message;
  readonly onSaved?: () => void;
  readonly children?: ReactNode;
}

/** Tries what its fields say, shows each step, and saves it. */
export function TrialForm(props: TrialFormProps) {
  const {
    canSave,
    read,
    untested = { steps: [] },
    path,
    label = messages.testAndSave,
    onSaved,
    children,
  } = props;
  const form = useRef<HTMLFormElement>(null);
  const { run, start } = useTrialRun();
  const isRunning = run?.isRunning ?? false;
  const mayForce = run?.isSaved === false && canSave && path === undefined;

  async function send(isUntested: boolean) {
    const order = form.current && !isRunning && read(new FormData(form.current));
    if (!order) return;
    const save = isUntested ? 'always' : canSave ? 'passed' : 'never';
    const last = await start({ ...order, ...(isUntested && untested), save }, path);
    if (!last.isSaved) return;
    if (path === undefined) form.current?.reset();
    onSaved?.();
  }

  return (
    <form
      ref={form}
      className={`stack ${classes.form}`}
      noValidate
      autoComplete="off"
      onSubmit={event => {
        event.preventDefault();
        void send(false);
      }}
    >
      {children}
      {run && <TrialResult run={run} canSave={canSave} />}
      <div className="row">
        <Button type="submit" isBusy={isRunning} variant={run?.isSaved ? 'default' : 'filled'}>
          {t(isRunning ? messages.testing : mayForce ? messages.again : canSave ? label : messages.test)}
        </Button>
        {mayForce && !isRunning && (
          <Button variant="default" onClick={() => void send(true)}>
            {t(messages.saveAnyway)}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Each step as it runs, and what became of it all. */
function TrialResult({ run, canSave }: { readonly run: TrialRun; readonly canSave: boolean }) {
  const { isRunning, begun, trials, isSaved, error } = run;
  const working = trials.filter(({ isOk }) => isOk);
  const last = trials.at(-1);
  return (
    <div className="stack">
      <ol className="stack tight">
        {trials.map((trial, index) => (
          <li
            key={`${trial.step} ${trial.provider}`}
            className={`anywhere ${classes.trial}`}
            data-ok={trial.isOk}
          >
            <strong>{describeOutcome(trial)}</strong>{' '}
            {trial.sentence !== trials[index - 1]?.sentence && (
              <>
                {trial.sentence}
                <TrialFacts trial={trial} />
              </>
            )}
          </li>
        ))}
        {begun.map(({ step, provider }) => (
          <li key={step} className={`soft ${classes.trial}`}>
            {t(messages.trying, { step: t(messages[step]), provider })}
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {last && `${describeOutcome(last)} ${last.sentence}`}
      </p>
      {error !== undefined && <FailureNotice error={error} />}
      {isSaved && !isRunning && (
        <NowInUse name={working[0]?.provider} steps={working.map(({ step }) => step)} />
      )}
      {isSaved === false && canSave && <Notice tone="problem">{t(messages.nothingWorked)}</Notice>}
      {isSaved === false && !canSave && working.length > 0 && (
        <Notice tone="plain">{t(messages.worksUnsaved)}</Notice>
      )}
    </div>
  );
}

export function describeOutcome({ isOk, step }: StepTrial): string {
  return t(isOk ? messages.worked : messages.failed, { step: t(messages[step]) });
}

export function TrialFacts({ trial: { model, seconds, cost, helpUrl } }: { readonly trial: StepTrial }) {
  const facts = [model, t(messages.tookSeconds, { seconds: seconds.toFixed(1) }), cost].filter(Boolean);
  return (
    <p className="flat soft small">
      {facts.join(' · ')}
      {helpUrl && ' · '}
      {helpUrl && <OtherPage href={helpUrl}>{t(messages.helpAt, { host: new URL(helpUrl).host })}</OtherPage>}
    </p>
  );
}

/** Opens beside this page, whose fields would be lost. */
export function OtherPage({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** It takes the focus: the next thing to do is to return. @param name undefined if it was saved untested */
export function NowInUse({ name, steps }: { name: string | undefined; steps: readonly SetupStep[] }) {
  const { state }: { state: { readonly from?: unknown } | null } = useLocation();
  const from = typeof state?.from === 'string' ? state.from : undefined;
  return (
    <div className={`card stack ${classes.success}`} tabIndex={-1} ref={takeFocus}>
      <strong>
        {name === undefined
          ? t(messages.savedUntested)
          : t(messages.nowDoes, { name, does: describeDoing(steps) })}
      </strong>
      <Link to={from ?? '/'} {...getButtonProps({})}>
        {t(from ? messages.back : messages.toStart)}
      </Link>
    </div>
  );
}
