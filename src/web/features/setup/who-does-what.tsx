import { useRef, useState } from 'react';
import type { SetupAnswer, StepTrial } from '#shared/api/setup.ts';
import { t } from '#shared/messages/message.ts';
import { setupMessages as messages } from '#shared/messages/setup.ts';
import { Button, TextButton } from '../../components/button.tsx';
import { Dialog, QuestionDialog } from '../../components/dialog.tsx';
import { Select, TextField } from '../../components/field.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { getText } from '../accounts/public.ts';
import classes from './setup.module.css';
import { useTrialRun } from './setup-calls.ts';
import { asTyped, describeOutcome, TrialFacts, TrialForm } from './trial-form.tsx';

type Step = SetupAnswer['steps'][number];
type Connection = SetupAnswer['connections'][number];

const sources = {
  page: messages.byPage,
  environment: messages.byEnvironmentShort,
  found: messages.found,
  installed: messages.onThisMachine,
  builtIn: messages.builtIn,
} as const;

/** A row a step: who does it, where that was set, how the last test went. And what is saved. */
export function WhoDoesWhat({ setup: { steps, connections, canSave } }: { readonly setup: SetupAnswer }) {
  const { run, start } = useTrialRun();
  const [changing, setChanging] = useState<Step>();
  const [leaving, setLeaving] = useState<Connection>();
  const [status, setStatus] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const saved = connections.filter(({ source }) => source === 'page');

  async function disconnect({ name, fields }: Connection) {
    setLeaving(undefined);
    const values = Object.fromEntries(fields.map(field => [field.name, null]));
    const last = await start({ values, steps: [], save: 'always' });
    if (!last.isSaved) return;
    setStatus(t(messages.disconnected, { name: name || t(messages.otherAddress) }));
    heading.current?.focus();
  }

  return (
    <section className={`stack ${classes.quiet}`}>
      <div className="row spread">
        <h2 ref={heading} tabIndex={-1}>
          {t(messages.who)}
        </h2>
        <Button variant="default" isBusy={run?.isRunning} onClick={() => void start({ save: 'never' })}>
          {t(messages.testAll)}
        </Button>
      </div>
      <p role="status">{run?.isRunning ? t(messages.testing) : status}</p>
      {run?.error !== undefined && <FailureNotice error={run.error} />}
      <table className={`card table ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">{t(messages.step)}</th>
            <th scope="col">{t(messages.ai)}</th>
            <th scope="col">{t(messages.lastTest)}</th>
            <td />
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
      {saved.length > 0 && <h3>{t(messages.saved)}</h3>}
      <ul className={classes.list}>
        {saved.map(connection => (
          <li key={connection.id} className="row spread anywhere">
            <span>
              {connection.name || t(messages.otherAddress)}{' '}
              <span className="soft small">
                {connection.fields.flatMap(({ shown = [] }) => shown).join(' · ')}
              </span>
            </span>
            <TextButton
              aria-label={t(messages.disconnectThis, { name: connection.name || t(messages.otherAddress) })}
              onClick={() => setLeaving(connection)}
            >
              {t(messages.disconnect)}
            </TextButton>
          </li>
        ))}
      </ul>
      {leaving && (
        <QuestionDialog
          title={t(messages.disconnectQuestion, { name: leaving.name || t(messages.otherAddress) })}
          reason={t(messages.disconnectEffect)}
          answers={[
            [t(messages.disconnect), () => void disconnect(leaving)],
            [t(messages.keep), () => setLeaving(undefined)],
          ]}
        />
      )}
      {changing && (
        <ChangeDialog
          step={changing}
          canSave={canSave}
          onClose={() => setChanging(undefined)}
          onChanged={() => {
            setChanging(undefined);
            setStatus(t(messages.changed, { step: t(messages[changing.step]) }));
          }}
        />
      )}
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
  const facts = [provider?.model, source && t(sources[source])].filter(Boolean);
  return (
    <tr className="anywhere">
      <th scope="row">{t(messages[id])}</th>
      <td>
        {provider?.name ?? t(messages.nobody)}
        <p className="flat soft small">{facts.join(' · ')}</p>
        {note && <p className="flat small">{note}</p>}
      </td>
      <td>
        {isTrying && t(messages.testing)}
        {!isTrying && !trial && <span className="soft">{t(messages.never)}</span>}
        {!isTrying && trial && (
          <div className={`small ${classes.trial}`} data-ok={trial.isOk}>
            {trial.isOk ? describeOutcome(trial) : trial.sentence}
            <TrialFacts trial={trial} />
            {trial === lastTrial && <p className="flat soft small">{formatDateTime(lastTrial.at)}</p>}
          </div>
        )}
      </td>
      <td>
        {!isFixed && choices.length > 0 && (
          <TextButton aria-label={t(messages.changeThis, { step: t(messages[id]) })} onClick={onChange}>
            {t(messages.change)}
          </TextButton>
        )}
      </td>
    </tr>
  );
}

interface ChangeDialogProps {
  readonly step: Step;
  readonly canSave: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function ChangeDialog({ step: { step, provider, choices }, canSave, onClose, onChanged }: ChangeDialogProps) {
  const [id, setId] = useState(provider?.id);
  const chosen = choices.find(each => each.id === id) ?? choices[0];
  if (!chosen) return null;
  const { modelSetting, model } = chosen;
  const read = (fields: FormData) => ({
    values: modelSetting === undefined ? {} : { [modelSetting]: getText(fields, 'model').trim() || null },
    provider: chosen.id,
    steps: [step],
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
          onSaved={onChanged}
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
