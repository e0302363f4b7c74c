import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { recordingMessages as messages } from '#shared/messages/recording.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog, focusInDialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { useObjectUrl } from '../../../lib/media.ts';
import { getLineStates } from '../model/line-states.ts';
import { getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { LineRecorder, type Microphone, type RecorderPhase, takeRecording } from './line-recorder.ts';
import classes from './voices-panel.module.css';

interface RecordDialogProps {
  readonly lineId: string;
  readonly file: File | undefined;
  readonly onClose: () => void;
}

/** A person says a line, listens to it, and uses it or tries again. */
export function RecordDialog({ lineId, file, onClose }: RecordDialogProps) {
  const { store } = useEditor();
  const lineState = useEditorState(state => getLineStates(state).find(({ line }) => line.id === lineId));
  const language = useEditorState(state => getNarration(state)?.language);
  const [recorder] = useState(() => new LineRecorder(store, lineId));
  useEffect(() => {
    if (file) recorder.take(file);
    return () => recorder.close();
  }, [recorder, file]);
  const { now: state, microphone } = useStore(recorder.state);
  if (!lineState) return null;
  const { line, index, availableSeconds } = lineState;
  const { record, stop } = recorder;
  const number = index + 1;
  const isRecording = state.phase === 'recording';
  const isBusy = state.phase === 'asking' || state.phase === 'counting' || state.phase === 'working';
  const made = state.phase === 'made' ? state.recording : undefined;

  function use() {
    if (made) takeRecording(store, line, made);
    onClose();
  }

  return (
    <Dialog title={t(messages.title, { number })} reason={t(messages.privacy)} onClose={onClose}>
      <div className="stack">
        <p className={classes.spoken} lang={language && getLanguage(language).code} dir="auto">
          {line.text}
        </p>
        {Number.isFinite(availableSeconds) && (
          <p className="flat soft small">{t(messages.available, { seconds: availableSeconds.toFixed(1) })}</p>
        )}
        {microphone && (
          <MicrophoneField
            microphone={microphone}
            isFixed={isRecording}
            onChoose={deviceId => recorder.chooseDevice(deviceId)}
          />
        )}
        <Status state={state} availableSeconds={availableSeconds} />
        {made && <Listen mp3={made.mp3} number={number} />}
        <div className="row">
          {/* One button for all, so that the focus stays on it. */}
          <Button
            ref={focusInDialog}
            variant={made ? 'default' : 'filled'}
            isBlocked={isBusy}
            onClick={isRecording ? stop : record}
          >
            {t(isRecording ? messages.stop : made ? messages.again : messages.record)}
          </Button>
          {made && <Button onClick={use}>{t(messages.use)}</Button>}
        </div>
      </div>
    </Dialog>
  );
}

interface MicrophoneFieldProps {
  readonly microphone: Microphone;
  readonly isFixed: boolean;
  readonly onChoose: (deviceId: string) => void;
}

/** How loud it is, and which one if there are several. */
function MicrophoneField({ microphone, isFixed, onChoose }: MicrophoneFieldProps) {
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      if (meter.current) meter.current.value = toShare(microphone.readLevel());
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [microphone]);
  return (
    <div className="stack">
      {microphone.devices.length > 1 && (
        <Select
          label={t(messages.microphone)}
          value={microphone.deviceId}
          disabled={isFixed}
          onChoose={onChoose}
        >
          {microphone.devices.map(({ deviceId, label }, index) => (
            <option key={deviceId} value={deviceId}>
              {label || t(messages.unnamed, { number: index + 1 })}
            </option>
          ))}
        </Select>
      )}
      <meter
        ref={meter}
        className={classes.wide}
        aria-label={t(messages.level)}
        min={0}
        max={1}
        high={0.95}
      />
    </div>
  );
}

/** Of 50 dB, as people hear it. */
function toShare(peak: number): number {
  return Math.max(0, Math.min(1, 1 + Math.log10(peak + 1e-6) / 2.5));
}

function Status({ state, availableSeconds }: { state: RecorderPhase; availableSeconds: number }) {
  if (state.phase === 'failed') return <Notice tone="problem">{state.message}</Notice>;
  return (
    <>
      {state.phase === 'counting' && (
        <p className={classes.count} key={state.secondsLeft} aria-hidden="true">
          {state.secondsLeft}
        </p>
      )}
      {state.phase === 'recording' && (
        // Read aloud, it would be recorded.
        <p className={classes.running} aria-hidden="true">
          {t(messages.isRecording, { seconds: state.seconds.toFixed(1) })}
        </p>
      )}
      <p role="status" className={state.phase === 'counting' ? 'visually-hidden' : 'flat soft'}>
        {describeState(state, availableSeconds)}
      </p>
    </>
  );
}

function describeState(state: RecorderPhase, availableSeconds: number): string {
  if (state.phase === 'asking') return t(messages.asking);
  if (state.phase === 'counting') return t(messages.startsIn, { seconds: state.secondsLeft });
  if (state.phase === 'working') return t(messages.working);
  if (state.phase !== 'made') return '';
  const seconds = state.recording.seconds.toFixed(1);
  const excess = state.recording.seconds - availableSeconds;
  return excess >= 0.05
    ? t(messages.tooLong, { seconds, excess: excess.toFixed(1) })
    : t(messages.ready, { seconds });
}

function Listen({ mp3, number }: { readonly mp3: Blob; readonly number: number }) {
  const url = useObjectUrl(mp3);
  // biome-ignore lint/a11y/useMediaCaption: its text stands above it
  return <audio className={classes.wide} controls src={url} aria-label={t(messages.listen, { number })} />;
}
