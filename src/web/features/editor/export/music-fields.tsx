import { useEffect, useRef, useState } from 'react';
import { musicBounds } from '#media/mix/music.ts';
import { t } from '#shared/messages/message.ts';
import { musicMessages as messages } from '#shared/messages/music.ts';
import type { Music, Narration } from '#shared/narration/project.ts';
import { printShortTime, readTime } from '#shared/script/time-format.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { describeFailure } from '../../../lib/failures.ts';
import { chooseSoundFile } from '../../../lib/media.ts';
import { changeSettings } from '../model/change-document.ts';
import { getMusic } from '../model/plan-voice.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { addMusic } from './add-music.ts';
import { Level } from './mix-fields.tsx';
import classes from './video-options.module.css';

type Attempt = { readonly kind: 'none' | 'reading' } | { readonly kind: 'failed'; readonly message: string };

export function MusicFields({ narration }: { readonly narration: Narration }) {
  const { store } = useEditor();
  const { music } = narration.settings;
  const isThere = useEditorState(state => getMusic(state) !== undefined);
  const { attempt, choose } = useChoosing(narration);
  const change = (changed: Music | undefined) => changeSettings(store, narration, { music: changed });
  return (
    <fieldset className={classes.music}>
      <legend>{t(messages.music)}</legend>
      {music && !isThere && <Notice tone="plain">{t(messages.missing, { name: music.name })}</Notice>}
      {music && isThere && <MusicSettings music={music} onChange={change} />}
      {!(music && isThere) && (
        <>
          <Button variant="default" onClick={choose}>
            {t(music ? messages.chooseAgain : messages.choose)}
          </Button>
          <p className={classes.note}>{t(messages.licence)}</p>
        </>
      )}
      {music && <TextButton onClick={() => change(undefined)}>{t(messages.remove)}</TextButton>}
      <div role="status">{attempt.kind === 'reading' && t(messages.reading)}</div>
      {attempt.kind === 'failed' && <Notice tone="problem">{attempt.message}</Notice>}
    </fieldset>
  );
}

function useChoosing(narration: Narration) {
  const { store } = useEditor();
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'none' });
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const control = new AbortController();
    leaving.current = control;
    return () => control.abort();
  }, []);
  const take = (file: File) => {
    const { signal } = leaving.current;
    setAttempt({ kind: 'reading' });
    addMusic(store, narration, file, signal).then(
      () => signal.aborted || setAttempt({ kind: 'none' }),
      error => signal.aborted || setAttempt({ kind: 'failed', message: describeFailure(error) }),
    );
  };
  return { attempt, choose: () => chooseSoundFile(take) };
}

interface MusicSettingsProps {
  readonly music: Music;
  readonly onChange: (music: Music) => void;
}

function MusicSettings({ music, onChange }: MusicSettingsProps) {
  return (
    <>
      <p className={classes.note}>{music.name}</p>
      <Level
        label={t(messages.level)}
        value={music.levelDb}
        bounds={musicBounds}
        onChange={levelDb => onChange({ ...music, levelDb })}
      />
      <div className={classes.times}>
        <TimeField
          label={t(messages.from)}
          usual={t(messages.fromStart)}
          ms={music.fromMs}
          onChange={fromMs => onChange({ ...music, fromMs })}
        />
        <TimeField
          label={t(messages.to)}
          usual={t(messages.toEnd)}
          ms={music.toMs}
          onChange={toMs => onChange({ ...music, toMs })}
        />
      </div>
    </>
  );
}

interface TimeFieldProps {
  readonly label: string;
  /** What an empty field means. */
  readonly usual: string;
  readonly ms: number | undefined;
  readonly onChange: (ms: number | undefined) => void;
}

/** Applied when the field is left; what is no time goes back to the last one. */
function TimeField({ label, usual, ms, onChange }: TimeFieldProps) {
  const shown = ms === undefined ? '' : printShortTime(ms / 1000);
  const [typed, setTyped] = useState<string>();
  const takeOver = () => {
    const seconds = readTime(typed ?? shown);
    if (typed?.trim() === '') onChange(undefined);
    else if (typed !== undefined && seconds !== undefined) onChange(Math.round(seconds * 1000));
    setTyped(undefined);
  };
  return (
    <TextField
      label={label}
      size={9}
      placeholder={usual}
      value={typed ?? shown}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={takeOver}
    />
  );
}
