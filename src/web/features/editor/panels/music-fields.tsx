import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { musicBounds, usualMusicDb } from '#media/mix/music.ts';
import { refuse } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { musicMessages as messages } from '#shared/messages/music.ts';
import { createId, getMusicKey, type Music } from '#shared/narration/project.ts';
import { printShortTime, readTime } from '#shared/script/time-format.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { FailureNotice, Notice } from '../../../components/notice.tsx';
import { chooseFile } from '../../../lib/media.ts';
import { askWorker } from '../export/exporter.ts';
import { Level } from '../export/sound-fields.tsx';
import { addSounds } from '../keep/sound-store.ts';
import { changeSettings } from '../model/change-document.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { getMusic } from '../model/plan-voice.ts';
import { getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './panels.module.css';

export function MusicFields() {
  const { store } = useEditor();
  const narration = useEditorState(getNarration);
  const isThere = useEditorState(state => getMusic(state) !== undefined);
  const adding = useMutation({
    mutationFn: (file: File) => addMusic(store, narration?.id, file),
  });
  if (!narration) return null;
  const { music } = narration.settings;
  const change = (changed: Music | undefined) => changeSettings(store, narration, { music: changed });

  return (
    <section className={`stack ${classes.section}`}>
      <h3>{t(messages.music)}</h3>
      {music && !isThere && <Notice tone="plain">{t(messages.missing, { name: music.name })}</Notice>}
      {music && isThere ? (
        <>
          <p className="flat soft small">{music.name}</p>
          <Level
            label={t(messages.level)}
            min={musicBounds.least}
            max={musicBounds.most}
            value={music.levelDb}
            onChoose={levelDb => change({ ...music, levelDb })}
          />
          <div className="row">
            <TimeField
              label={t(messages.from)}
              usual={t(messages.fromStart)}
              ms={music.fromMs}
              onChange={fromMs => change({ ...music, fromMs })}
            />
            <TimeField
              label={t(messages.to)}
              usual={t(messages.toEnd)}
              ms={music.toMs}
              onChange={toMs => change({ ...music, toMs })}
            />
          </div>
        </>
      ) : (
        <>
          <Button
            variant="default"
            isBusy={adding.isPending}
            onClick={() => chooseFile('audio/*', file => adding.mutate(file))}
          >
            {t(music ? messages.chooseAgain : messages.choose)}
          </Button>
          <p className="flat soft small">{t(messages.licence)}</p>
        </>
      )}
      {music && <TextButton onClick={() => change(undefined)}>{t(messages.remove)}</TextButton>}
      <div role="status">{adding.isPending && t(messages.reading)}</div>
      {adding.error && <FailureNotice error={adding.error} />}
    </section>
  );
}

const maxMegabytes = 100;

/**
 * Lays a sound file under a narration; one that was there before keeps its place and level.
 * @throws {CodedError} if it is no sound, or too large
 */
async function addMusic(store: EditorStore, narrationId: string | undefined, file: File): Promise<void> {
  if (file.size > maxMegabytes * 2 ** 20)
    throw refuse('too_large', messages.tooLarge, { limit: maxMegabytes });
  const { lufs, seconds } = await askWorker('measureMusic', file, { signal: new AbortController().signal });
  const now = store.getState().project.narrations.find(({ id }) => id === narrationId);
  if (!now) return;
  const id = createId();
  // A copy: the person may move or delete the file.
  const copy = new Blob([await file.arrayBuffer()], { type: file.type });
  addSounds(store, [{ key: getMusicKey(id), mp3: copy, seconds, lufs }]);
  const music = { levelDb: usualMusicDb, ...now.settings.music, id, name: file.name };
  changeSettings(store, now, { music });
}

interface TimeFieldProps {
  readonly label: string;
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
