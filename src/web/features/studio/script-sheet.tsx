import { Button } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { AutoDirectionTextarea } from '../../components/auto-direction-textarea.tsx';
import { Notice } from '../../components/notice.tsx';
import { Seal } from '../../components/seal.tsx';
import { formatDuration, startSentence } from '../../lib/format.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { nameSpeaker, type Speaker } from '../voice-samples/speakers.ts';
import { describeLength } from './describe-state.ts';
import { canDownload, isLoading, type NarrationState } from './narration-state.ts';
import classes from './script-sheet.module.css';
import { SpeakInstead } from './speak-instead.tsx';
import type { Speech } from './use-speech.ts';
import { WorkButton } from './work-button.tsx';

interface ScriptSheetProps {
  readonly state: NarrationState;
  readonly videoSeconds: number | undefined;
  readonly onEdit: (script: string) => void;
  readonly speech: Speech;
  readonly onCancel: () => void;
  /** What a person should know about the voice. */
  readonly note: ReactNode;
}

/** The narrator's sheet: the script as it is written, then editable, and the sound that was made of it. */
export function ScriptSheet({ state, videoSeconds, onEdit, speech, onCancel, note }: ScriptSheetProps) {
  const heading = useId();
  const begin = useRef<HTMLButtonElement>(null);
  const isEmpty = state.script.trim() === '';
  const language = state.scriptLanguage && getLanguage(state.scriptLanguage);
  return (
    <section className={classes.sheet} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>The script</h2>
        {language && (
          <span lang={language.code} dir="auto">
            {language.nativeName}
          </span>
        )}
      </div>
      <div>
        <AutoDirectionTextarea
          aria-labelledby={heading}
          placeholder="The narration appears here as it is written. Change every word you like before it is spoken."
          classNames={{ input: classes.text }}
          minRows={6}
          maxRows={22}
          value={state.script}
          readOnly={isLoading(state)}
          onChange={event => onEdit(event.currentTarget.value)}
          {...(language && { lang: language.code })}
        />
        <p className={classes.length}>{!isEmpty && describeFit(state, videoSeconds)}</p>
      </div>
      <div className={classes.speech}>
        <WorkButton
          begin={begin}
          label="Generate Audio"
          isWorking={state.phase === 'generating audio'}
          disabled={isLoading(state)}
          // The next thing to do stands out; what is not its turn yet does not.
          variant={isEmpty || state.audio ? 'default' : 'filled'}
          onBegin={() => speech.speak()}
          onCancel={onCancel}
        />
        {speech.problem && <Notice tone="problem">{speech.problem}</Notice>}
        <SpeakInstead speakers={speech.replacements} heir={begin} onSpeak={speech.speak} />
        {note}
        {state.audio && (
          <SpokenScript audio={state.audio} speaker={speech.replacement} downloadable={canDownload(state)} />
        )}
      </div>
    </section>
  );
}

interface SpokenScriptProps {
  readonly audio: Blob;
  /** Who has spoken it in place of the first choice, if anybody. */
  readonly speaker: Speaker | undefined;
  readonly downloadable: boolean;
}

function SpokenScript({ audio, speaker, downloadable }: SpokenScriptProps) {
  const url = useObjectUrl(audio);
  if (!url) return null;
  return (
    <div className={classes.sound}>
      <div className={classes.play}>
        <Seal className={classes.stamp} />
        {/* biome-ignore lint/a11y/useMediaCaption: the script beside it is its text */}
        <audio className={classes.player} src={url} controls aria-label="The spoken narration" />
      </div>
      {speaker && <p className={classes.spokenBy}>{startSentence(nameSpeaker(speaker))} has spoken this.</p>}
      {downloadable && <AudioDownload url={url} />}
    </div>
  );
}

/** Takes the sound home, under the one name that it always has. */
export function AudioDownload({ url }: { url: string }) {
  return (
    <Button component="a" href={url} download="narration.mp3">
      Download Audio
    </Button>
  );
}

/** How long the script is, and how that compares with the video. */
function describeFit({ script, scriptLanguage }: NarrationState, videoSeconds: number | undefined): string {
  const name = scriptLanguage ?? 'English';
  const length = describeLength(script, name);
  if (!scriptLanguage) return length;
  const language = getLanguage(name);
  const seconds = (countSpokenUnits(language, script) / language.speakingRate.perMinute) * 60;
  const spoken = `${length}, about ${formatDuration(seconds)} when spoken`;
  return videoSeconds === undefined ? spoken : `${spoken}; the video runs ${formatDuration(videoSeconds)}`;
}
