import { type ReactNode, useRef } from 'react';
import type { SetupStep, StepTrial, TrySetup } from '#shared/api/setup.ts';
import { describeList } from '#shared/describe-values.ts';
import { t } from '#shared/messages/message.ts';
import { setupMessages as messages, setupDoingMessages } from '#shared/messages/setup.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import classes from './setup.module.css';
import { useTrialRun } from './setup-calls.ts';

/** `looks, writes, and speaks` */
export function describeDoing(steps: readonly SetupStep[]): string {
  return describeList(steps.map(step => t(setupDoingMessages[step])));
}

/** For fields of names and addresses: nothing corrects, keeps or fills them. */
export const asTyped = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

interface TrialFormProps {
  readonly canSave: boolean;
  /** What to try; undefined if something is missing. Only the fields keep what is typed, until it is saved. */
  readonly read: (fields: FormData) => Partial<TrySetup> | { readonly model?: string } | undefined;
  readonly untested?: Pick<TrySetup, 'steps'>;
  readonly path?: string;
  readonly onSaved?: () => void;
  readonly children?: ReactNode;
}

export function TrialForm({ canSave, read, untested, path, onSaved, children }: TrialFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { run, start } = useTrialRun();
  const { isRunning = false, begun = [], trials = [], isSaved, error } = run ?? {};
  const hasFailed = isSaved === false && canSave;
  const isAnyOk = trials.some(({ isOk }) => isOk);
  const last = trials.at(-1);

  async function send(isForced: boolean) {
    const order = form.current && !isRunning && read(new FormData(form.current));
    if (!order) return;
    const save = isForced ? 'always' : canSave ? 'passed' : 'never';
    const ended = await start({ save, ...order, ...(isForced && untested) }, path);
    if (!ended.isSaved) return;
    form.current?.reset();
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
      <ol className="stack tight">
        {trials.map((trial, index) => (
          <li key={trial.step} className={`anywhere ${classes.trial}`} data-ok={trial.isOk}>
            <strong>{describeOutcome(trial)}</strong> {/* A wrong key fails each step in the same way. */}
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
      {hasFailed && <Notice tone="problem">{t(messages.nothingWorked)}</Notice>}
      {isSaved && !isAnyOk && <Notice tone="plain">{t(messages.savedUntested)}</Notice>}
      {!canSave && isAnyOk && <Notice tone="plain">{t(messages.worksUnsaved)}</Notice>}
      <div className="row">
        <Button type="submit" isBusy={isRunning} variant={isSaved ? 'default' : 'filled'}>
          {t(
            messages[
              isRunning ? 'testing' : hasFailed ? 'again' : !canSave ? 'test' : path ? 'use' : 'testAndSave'
            ],
          )}
        </Button>
        {hasFailed && untested && !isRunning && (
          <Button variant="default" onClick={() => void send(true)}>
            {t(messages.saveAnyway)}
          </Button>
        )}
      </div>
    </form>
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
      {helpUrl && linkBeside(helpUrl, t(messages.helpAt, getHost(helpUrl)))}
    </p>
  );
}

export const getHost = (url: string) => ({ host: new URL(url).host });

/** Opens beside this page, whose fields would be lost. */
export function linkBeside(href: string, text: string) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
