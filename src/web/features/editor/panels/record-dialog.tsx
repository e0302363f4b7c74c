import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { measureLufs, prepareRecording } from '#media/mix/prepare-recording.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { collectSound, getSeconds } from '#media/sound/line-sound.ts';
import { CodedError, type ErrorCode, refuse } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { fill, type Message, t } from '#shared/messages/message.ts';
import { recordingMessages as messages } from '#shared/messages/recording.ts';
import { createId, getRecordingKey, type Line } from '#shared/narration/project.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog, focusInDialog } from '../../../components/dialog.tsx';
import { Select } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { readPieces } from '../../../lib/call-server.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { pauseOthers, useObjectUrl } from '../../../lib/media.ts';
import { addSounds } from '../keep/sound-store.ts';
import { runOnNarration } from '../model/change-document.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { getLineStates } from '../model/line-states.ts';
import { findLineSound, getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './panels.module.css';

interface RecordDialogProps {
  readonly lineId: string;
  readonly file: File | undefined;
  readonly onClose: () => void;
}

export function RecordDialog({ lineId, file, onClose }: RecordDialogProps) {
  const { store } = useEditor();
  const lineState = useEditorState(state => getLineStates(state).find(({ line }) => line.id === lineId));
  const language = useEditorState(state => getNarration(state)?.language);
  const [recorder] = useState(() => createRecorder(store, lineId));
  useEffect(() => {
    if (file) recorder.take(file);
    return () => recorder.close();
  }, [recorder, file]);
  const { now: state, microphone } = useStore(recorder.state);
  if (!lineState) return null;
  const { line, index, availableSeconds } = lineState;
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
          <MicrophoneField microphone={microphone} isFixed={isRecording} onChoose={recorder.chooseDevice} />
        )}
        <Status state={state} availableSeconds={availableSeconds} />
        {made && <Listen mp3={made.mp3} number={number} />}
        <div className="row">
          {/* One button for all, so that the focus stays on it. */}
          <Button
            ref={focusInDialog}
            variant={made ? 'default' : 'filled'}
            isBlocked={isBusy}
            onClick={isRecording ? recorder.stop : recorder.record}
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
          options={microphone.devices.map(({ deviceId, label }, index) => ({
            value: deviceId,
            label: label || t(messages.unnamed, { number: index + 1 }),
          }))}
          onChoose={onChoose}
        />
      )}
      <meter ref={meter} className={classes.wide} aria-label={t(messages.level)} high={0.95} />
    </div>
  );
}

/** Of 50 dB, as people hear it. */
const toShare = (peak: number): number => Math.max(0, Math.min(1, 1 + Math.log10(peak + 1e-6) / 2.5));

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
        <p className={`flat ${classes.alert}`} aria-hidden="true">
          {t(messages.isRecording, { seconds: state.seconds.toFixed(1) })}
        </p>
      )}
      <p role="status" className={state.phase === 'counting' ? 'visually-hidden' : 'flat soft'}>
        {describePhase(state, availableSeconds)}
      </p>
    </>
  );
}

function describePhase(state: RecorderPhase, availableSeconds: number): string {
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

type Recording = { readonly mp3: Blob; readonly seconds: number };

type RecorderPhase =
  | { readonly phase: 'resting' | 'asking' | 'working' }
  | { readonly phase: 'counting'; readonly secondsLeft: number }
  | { readonly phase: 'recording'; readonly seconds: number }
  | { readonly phase: 'made'; readonly recording: Recording }
  | { readonly phase: 'failed'; readonly message: string };

type RecorderState = { readonly now: RecorderPhase; readonly microphone: Microphone | undefined };

const countInSeconds = 3;
const tickMs = 100;

/** Records a line: asks for the microphone, counts in, and makes the sound of the line. What is begun ends what was going on. */
function createRecorder(editor: EditorStore, lineId: string) {
  const state = createStore<RecorderState>(() => ({ now: { phase: 'resting' }, microphone: undefined }));
  const note = (now: RecorderPhase) => state.setState({ now });
  let control = new AbortController();
  let stop = () => {};

  function begin(work: (signal: AbortSignal) => Promise<unknown>): void {
    control.abort();
    control = new AbortController();
    const { signal } = control;
    work(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      if (!(error instanceof CodedError)) noteFailure(error);
      note({ phase: 'failed', message: describeFailure(error) });
    });
  }

  async function open(deviceId: string | undefined, signal: AbortSignal): Promise<Microphone> {
    if (deviceId === undefined) note({ phase: 'asking' });
    closeMicrophone();
    const microphone = await openMicrophone(deviceId);
    if (signal.aborted) microphone.close();
    else state.setState({ microphone });
    return microphone;
  }

  function closeMicrophone(): void {
    state.getState().microphone?.close();
    state.setState({ microphone: undefined });
  }

  async function record(signal: AbortSignal): Promise<void> {
    // Something that is played would be recorded.
    pauseOthers({ pause: () => stop() });
    const microphone = state.getState().microphone ?? (await open(undefined, signal));
    for (let secondsLeft = countInSeconds; secondsLeft > 0; secondsLeft--) {
      if (signal.aborted) return;
      note({ phase: 'counting', secondsLeft });
      await new Promise(resolve => setTimeout(resolve, 1000));
    }
    if (signal.aborted) return;
    const recorded = microphone.record();
    const startMs = performance.now();
    const tick = () => note({ phase: 'recording', seconds: (performance.now() - startMs) / 1000 });
    tick();
    const timer = setInterval(tick, tickMs);
    await new Promise<void>(resolve => {
      stop = resolve;
      signal.addEventListener('abort', () => resolve());
    });
    clearInterval(timer);
    const sound = await recorded.stop();
    if (!signal.aborted) await make(sound, signal);
  }

  async function make(sound: Blob, signal: AbortSignal): Promise<void> {
    note({ phase: 'working' });
    const recording = await makeRecording(sound, await measureOthers(editor, lineId, signal));
    if (!signal.aborted) note({ phase: 'made', recording });
  }

  return {
    state,
    record: () => begin(record),
    stop: () => stop(),
    take: (file: Blob) => begin(signal => make(file, signal)),
    chooseDevice: (deviceId: string) =>
      begin(signal => {
        note({ phase: 'resting' });
        return open(deviceId, signal);
      }),
    close(): void {
      control.abort();
      closeMicrophone();
    },
  };
}

function takeRecording(store: EditorStore, line: Line, { mp3, seconds }: Recording): void {
  const recordingId = createId();
  addSounds(store, [{ key: getRecordingKey(recordingId), mp3, seconds, recordedText: line.text.trim() }]);
  runOnNarration(store, { type: 'setDelivery', lineId: line.id, changes: { recordingId } });
}

const maxMeasured = 4;

/** How loud other lines were spoken, in LUFS of one channel; undefined before any was. */
async function measureOthers(store: EditorStore, lineId: string, signal: AbortSignal) {
  const state = store.getState();
  const narration = getNarration(state);
  if (!narration) return undefined;
  const others = narration.lines.filter(({ id, recordingId }) => id !== lineId && recordingId === undefined);
  const sounds = others.flatMap(line => findLineSound(state, narration, line) ?? []);
  const measured: number[] = [];
  for (const { mp3 } of sounds.filter(each => each.mp3.size > 0).slice(0, maxMeasured)) {
    const lufs = measureLufs(await collectSound(decodeMp3(readPieces(new Response(mp3), signal))));
    if (lufs !== undefined) measured.push(lufs);
  }
  return measured.length > 0 ? measured.reduce((sum, lufs) => sum + lufs) / measured.length : undefined;
}

/** No line is longer, and all of it is decoded at once. */
const maxMinutes = 5;
/** About what that takes at most, as WAV of two channels. */
const maxBytes = maxMinutes * 60 * 48_000 * 4 * 2;
const rateHz = 48_000;

/** A line of what was recorded, or of a sound file. @param lufs of the other lines; undefined: as voices are mixed @throws {CodedError} */
async function makeRecording(source: Blob, lufs: number | undefined): Promise<Recording> {
  const sound = prepareRecording(await decode(source), lufs);
  if (!sound) throw refuse('unsupported_media_type', messages.silent);
  const pieces: BlobPart[] = [];
  for await (const piece of encodeMp3([sound])) pieces.push(Uint8Array.from(piece));
  return { mp3: new Blob(pieces, { type: 'audio/mpeg' }), seconds: getSeconds(sound) };
}

/** By the browser's own decoder: each browser reads what it records, even where it lets pages decode nothing else. */
async function decode(source: Blob): Promise<PlainSound> {
  const tooLong = () => refuse('too_large', messages.fileTooLong, { minutes: maxMinutes });
  if (source.size > maxBytes) throw tooLong();
  const context = new OfflineAudioContext(1, 1, rateHz);
  const decoded = await context.decodeAudioData(await source.arrayBuffer()).catch(cause => {
    throw refuseFor(cause, 'unsupported_media_type', messages.unreadable);
  });
  if (decoded.duration > maxMinutes * 60) throw tooLong();
  const samples = new Float32Array(decoded.length);
  for (let channel = 0; channel < decoded.numberOfChannels; channel++)
    for (const [at, sample] of decoded.getChannelData(channel).entries())
      samples[at] = (samples[at] as number) + sample / decoded.numberOfChannels;
  return { sampleRateHz: decoded.sampleRate, samples };
}

type Microphone = Awaited<ReturnType<typeof openMicrophone>>;

/** Asks for the microphone. @throws {CodedError} */
async function openMicrophone(deviceId?: string) {
  if (!isSecureContext) throw refuse('unavailable', messages.insecure);
  if (!('mediaDevices' in navigator) || !('MediaRecorder' in window))
    throw refuse('unavailable', messages.unsupported);
  const stream = await askFor(deviceId);
  const devices = await navigator.mediaDevices.enumerateDevices();
  const context = new AudioContext();
  void context.resume().catch(() => {});
  const analyser = new AnalyserNode(context, { fftSize: 1024 });
  new MediaStreamAudioSourceNode(context, { mediaStream: stream }).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    deviceId: stream.getAudioTracks()[0]?.getSettings().deviceId,
    devices: devices.filter(({ kind }) => kind === 'audioinput'),
    readLevel() {
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    },
    record: () => record(stream),
    close() {
      for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}

async function askFor(deviceId: string | undefined): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        ...(deviceId !== undefined && { deviceId: { exact: deviceId } }),
        channelCount: 1,
        // One's own voice, as it is: its loudness is matched afterwards.
        echoCancellation: false,
        autoGainControl: false,
      },
    });
  } catch (error) {
    // https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia names them.
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'SecurityError')
      throw refuseFor(error, 'unavailable', messages.refused);
    const isNone = name === 'NotFoundError' || name === 'OverconstrainedError';
    throw refuseFor(error, 'unavailable', isNone ? messages.noMicrophone : messages.inUse);
  }
}

function refuseFor(cause: unknown, code: ErrorCode, message: Message): CodedError {
  return new CodedError(code, { message: fill(message), cause });
}

function record(stream: MediaStream) {
  const recorder = new MediaRecorder(stream);
  // All of it comes at once when it is stopped.
  const recorded = new Promise<Blob>(resolve =>
    recorder.addEventListener('dataavailable', ({ data }) => resolve(data)),
  );
  recorder.start();
  return {
    stop() {
      if (recorder.state !== 'inactive') recorder.stop();
      return recorded;
    },
  };
}
