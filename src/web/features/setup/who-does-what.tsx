import { useState } from 'react';
import type { SetupAnswer, StepTrial } from '#shared/api/setup.ts';
import { t } from '#shared/messages/message.ts';
import { setupMessages as messages } from '#shared/messages/setup.ts';
import { Button, TextButton } from '../../components/button.tsx';
import { Dialog, QuestionDialog } from '../../components/dialog.tsx';
import { Select, TextField } from '../../components/field.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { getText } from '../accounts/public.ts';
import { type Connection, nameConnection } from './connect.tsx';
import classes from './setup.module.css';
import { useTrialRun } from './setup-calls.ts';
import { asTyped, describeOutcome, TrialFacts, TrialForm } from './trial-form.tsx';

type Step = SetupAnswer['steps'][number];

export function WhoDoesWhat({ setup: { steps, connections, canSave } }: { readonly setup: SetupAnswer }) {
  const { run, start } = useTrialRun();
  const [changing, setChanging] = useState<Step>();
  const isConnected = steps.some(({ source = 'builtIn' }) => source !== 'builtIn');
  return (
    <section className={`stack ${classes.quiet}`}>
      <div className="row spread">
        <h2>{t(messages.who)}</h2>
        {isConnected && (
          <Button variant="default" isBusy={run?.isRunning} onClick={() => void start({ save: 'never' })}>
            {t(run?.isRunning ? messages.testing : messages.testAll)}
          </Button>
        )}
      </div>
      {run?.error !== undefined && <FailureNotice error={run.error} />}
      <table className={`card table ${classes.table}`}>
        <thead>
          <tr>
            {[messages.step, messages.ai, messages.lastTest, messages.change].map(each => (
              <th key={each.key} scope="col">
                {t(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map(step => (
            <StepRow
              key={step.step}
              step={step}
              trial={run?.trials.find(trial => trial.step === step.step) ?? step.lastTrial}
              isTrying={run?.begun.some(begun => begun.step === step.step)}
              onChange={() => setChanging(step)}
            />
          ))}
        </tbody>
      </table>
      {steps.some(({ isFixed }) => isFixed) && <p className="soft small">{t(messages.fixed)}</p>}
      <Saved connections={connections.filter(({ source }) => source === 'page')} />
      {changing && <ChangeDialog step={changing} canSave={canSave} onClose={() => setChanging(undefined)} />}
    </section>
  );
}

interface StepRowProps {
  readonly step: Step;
  readonly trial: StepTrial | undefined;
  readonly isTrying: boolean | undefined;
  readonly onChange: () => void;
}

function StepRow({ step, trial, isTrying, onChange }: StepRowProps) {
  const { step: id, provider, source, isFixed, note, lastTrial, choices } = step;
  const facts = [provider?.model, source && t(messages[source])].filter(Boolean);
  return (
    <tr className="anywhere">
      <th scope="row">{t(messages[id])}</th>
      <td>
        {provider?.name ?? t(messages.nobody)}
        <p className="flat soft small">{facts.join(' · ')}</p>
        {note && <p className="flat small">{note}</p>}
      </td>
      <td>
        {isTrying ? t(messages.testing) : !trial && t(messages.never)}
        {!isTrying && trial && (
          <div className={`small ${classes.trial}`} data-ok={trial.isOk}>
            {trial.isOk ? describeOutcome(trial) : trial.sentence}
            <TrialFacts trial={trial} />
            {trial === lastTrial && <p className="flat soft small">{formatDateTime(lastTrial.at)}</p>}
          </div>
        )}
      </td>
      <td>
        {!isFixed && choices.some(({ id: choice }) => choice !== 'offline') && (
          <TextButton aria-label={t(messages.changeThis, { step: t(messages[id]) })} onClick={onChange}>
            {t(messages.change)}
          </TextButton>
        )}
      </td>
    </tr>
  );
}

type ChangeDialogProps = { step: Step; canSave: boolean; onClose: () => void };

function ChangeDialog({ step: { step, provider, choices }, canSave, onClose }: ChangeDialogProps) {
  const [id, setId] = useState(provider?.id);
  const chosen = choices.find(each => each.id === id) ?? choices[0];
  if (!chosen) return null;
  const { modelSetting, model } = chosen;
  const read = (fields: FormData) => ({
    values: modelSetting === undefined ? {} : { [modelSetting]: getText(fields, 'model').trim() || null },
    provider: chosen.id,
    steps: [step],
    // There is nothing to try.
    ...(chosen.id === 'offline' && { save: 'always' as const }),
  });
  return (
    <Dialog title={t(messages.changeThis, { step: t(messages[step]) })} onClose={onClose}>
      <div className="stack">
        <Select
          label={t(messages.provider)}
          value={chosen.id}
          options={choices.map(({ id: value, name }) => ({ value, label: name }))}
          onChoose={setId}
        />
        <TrialForm
          key={chosen.id}
          canSave={canSave}
          read={read}
          untested={{ steps: [step] }}
          onSaved={onClose}
        >
          {modelSetting && (
            <TextField
              name="model"
              label={t(messages.model)}
              description={t(messages.automatic)}
              defaultValue={model}
              {...asTyped}
            />
          )}
        </TrialForm>
      </div>
    </Dialog>
  );
}

function Saved({ connections }: { readonly connections: readonly Connection[] }) {
  const { run, start } = useTrialRun();
  const [leaving, setLeaving] = useState<Connection>();
  const named = (connection: Connection) => ({ name: nameConnection(connection) });
  function disconnect({ fields }: Connection) {
    setLeaving(undefined);
    const values = Object.fromEntries(fields.map(({ name }) => [name, null]));
    void start({ values, steps: [], save: 'always' });
  }
  return (
    <>
      {connections.length > 0 && <h3>{t(messages.saved)}</h3>}
      {run?.error !== undefined && <FailureNotice error={run.error} />}
      <ul className={classes.list}>
        {connections.map(each => (
          <li key={each.id} className="row spread anywhere">
            <span>{[nameConnection(each), ...new Set(each.fields.map(({ shown }) => shown))].join(' ')}</span>
            <TextButton aria-label={t(messages.disconnectThis, named(each))} onClick={() => setLeaving(each)}>
              {t(messages.disconnect)}
            </TextButton>
          </li>
        ))}
      </ul>
      {leaving && (
        <QuestionDialog
          title={t(messages.disconnectQuestion, named(leaving))}
          reason={t(messages.disconnectEffect)}
          answers={[
            [t(messages.disconnect), () => disconnect(leaving)],
            [t(messages.keep), () => setLeaving(undefined)],
          ]}
        />
      )}
    </>
  );
}
