import { type ComponentProps, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { VoicesAnswer } from '#shared/api/voices.ts';
import { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voiceSamplesMessages } from '#shared/messages/voice-samples.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { IconButton } from '../../components/button.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { callServer } from '../../lib/call-server.ts';
import { noteFailure } from '../../lib/failures.ts';
import { pauseOthers } from '../../lib/media.ts';
import { useEngineRefresh, useVoices } from './speakers.ts';
import classes from './voice-samples.module.css';

type SampledVoice = { readonly id: string; readonly name: string };

export interface Preview {
  readonly id: string;
  readonly phase: 'loading' | 'playing' | 'paused' | 'failed';
  readonly problem?: string;
}

export function usePreviewPlayer(language: LanguageName) {
  const audio = useRef<HTMLAudioElement>(null);
  const sound = useRef(new LoadedSound());
  const [preview, setPreview] = useState<Preview>();
  const askAgain = useEngineRefresh();

  useEffect(() => {
    const element = audio.current;
    const { current } = sound;
    return () => {
      element?.pause();
      current.drop();
    };
  }, []);

  function stop() {
    audio.current?.pause();
    sound.current.cancel();
    setPreview(undefined);
  }

  async function play(id: string) {
    const element = audio.current;
    if (!element) return;
    const query = new URLSearchParams({ language });
    const address = `/api/voices/${encodeURIComponent(id.toWellFormed())}/sample.mp3?${query}`;
    if (!sound.current.holds(address)) {
      setPreview({ id, phase: 'loading' });
      element.removeAttribute('src');
      // Some browsers allow later playback only if load() was called in the click handler.
      element.load();
      const url = await sound.current.load(address);
      if (url === undefined) return;
      element.src = url;
    }
    pauseOthers(element);
    await element.play();
    // Paused just before it began.
    setPreview({ id, phase: element.paused ? 'paused' : 'playing' });
  }

  function toggle({ id, name }: SampledVoice) {
    const isOn = preview?.id === id && (preview.phase === 'loading' || preview.phase === 'playing');
    if (isOn) return preview.phase === 'loading' ? stop() : audio.current?.pause();
    play(id).catch((error: unknown) => {
      // Another preview was started, or this one paused, before it began.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      noteFailure(error);
      if (error instanceof CodedError && error.code.startsWith('provider_')) askAgain();
      // The next try fetches it again.
      sound.current.drop();
      const problem =
        error instanceof CodedError ? error.message : t(voiceSamplesMessages.failed, { voice: name });
      setPreview({ id, phase: 'failed', problem });
    });
  }

  // Media keys of keyboard or headset pause and resume, too.
  const changePhase = (from: Preview['phase'], to: Preview['phase']) =>
    setPreview(before => (before?.phase === from ? { ...before, phase: to } : before));
  return {
    preview,
    toggle,
    /** For the single `<audio>` element. It requests no sound until `toggle`. */
    audio: {
      ref: audio,
      preload: 'none' as const,
      onPlay: (event: SyntheticEvent<HTMLAudioElement>) => {
        pauseOthers(event.currentTarget);
        changePhase('paused', 'playing');
      },
      onPause: () => changePhase('playing', 'paused'),
      onEnded: () => setPreview(undefined),
    },
  };
}

class LoadedSound {
  #address: string | undefined;
  #url: string | undefined;
  #loading: AbortController | undefined;

  holds(address: string): boolean {
    return this.#address === address;
  }

  /** By `fetch`: a failing `<audio>` hides the error. @returns an address; undefined if another sound was requested @throws {CodedError} */
  async load(address: string): Promise<string | undefined> {
    this.drop();
    const loading = new AbortController();
    this.#loading = loading;
    try {
      const response = await callServer(address, { signal: loading.signal });
      const blob = await response.blob();
      if (loading.signal.aborted) return undefined;
      this.#address = address;
      this.#url = URL.createObjectURL(blob);
      return this.#url;
    } catch (error) {
      if (loading.signal.aborted) return undefined;
      throw error;
    }
  }

  cancel(): void {
    this.#loading?.abort();
  }

  drop(): void {
    this.cancel();
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
    this.#address = undefined;
  }
}

interface PlayButtonProps extends Omit<ComponentProps<typeof IconButton>, 'label' | 'path'> {
  readonly voice: SampledVoice;
  readonly preview: Preview | undefined;
}

export function PlayButton({ voice, preview, ...props }: PlayButtonProps) {
  const phase = preview?.id === voice.id ? preview.phase : undefined;
  const isOn = phase === 'loading' || phase === 'playing';
  return (
    <IconButton
      className={classes.play}
      data-phase={phase}
      label={t(isOn ? voiceSamplesMessages.pause : voiceSamplesMessages.play, { voice: voice.name })}
      aria-busy={phase === 'loading' || undefined}
      path={isOn ? 'M7 5h3.500v14H7zM13.5 5H17v14h-3.500z' : 'M8 4.500v15l12-7.500z'}
      {...props}
    />
  );
}

export function VoiceSamples({ language }: { language: LanguageName }) {
  const voices = useVoices();
  const standard = voices.data?.voices.filter(({ plan }) => plan === 'standard');
  const error = !voices.data && voices.error;
  return (
    <section aria-labelledby="voices">
      <h2 id="voices">{t(voicesMessages.samples)}</h2>
      {error && <FailureNotice error={error} />}
      {standard && <SampleList voices={standard} language={language} />}
      <p className="soft">
        <Link to="/premium">{t(voicesMessages.betterVoices)}</Link>
      </p>
    </section>
  );
}

function SampleList({ voices, language }: { voices: VoicesAnswer['voices']; language: LanguageName }) {
  const { preview, toggle, audio } = usePreviewPlayer(language);
  return (
    <>
      <ul className={classes.list}>
        {voices.map(({ name, description }) => (
          <li key={name}>
            <PlayButton
              voice={{ id: name, name }}
              preview={preview}
              onClick={() => toggle({ id: name, name })}
            />
            <span className={classes.name}>{name}</span>
            <span className="soft small">{description.split(' ').join(', ')}</span>
            {preview?.id === name && preview.problem && (
              <div className={classes.problem}>
                <Notice tone="problem">{preview.problem}</Notice>
              </div>
            )}
          </li>
        ))}
      </ul>
      <audio {...audio} />
    </>
  );
}
