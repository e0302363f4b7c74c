import { useRef, useState } from 'react';
import type { VoicesAnswer } from '#shared/api/voices.ts';
import { standardVoices } from '#shared/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { useVoices } from './use-voices.ts';
import classes from './voice-samples.module.css';

type Voice = VoicesAnswer['voices'][number];

/** The five voices to listen to before choosing. A sample is fetched when it is first played. */
export function VoiceSamples() {
  const { data: catalogue, error } = useVoices();
  const voices = catalogue?.filter(({ name }) => standardVoices.some(standard => standard === name));
  const player = useSamplePlayer();
  return (
    <section className={classes.samples} aria-labelledby="voices">
      <h2 id="voices">Hear the voices</h2>
      {error && <Notice tone="problem">{describeFailure(error)}</Notice>}
      <ul className={classes.list}>
        {voices?.map(voice => {
          const isPlaying = player.playing === voice.name;
          return (
            <li key={voice.name}>
              <button
                type="button"
                className={classes.play}
                aria-label={`${isPlaying ? 'Pause' : 'Play'} ${voice.name}`}
                onClick={() => player.toggle(voice)}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={isPlaying ? 'M7 5h3.500v14H7zM13.5 5H17v14h-3.500z' : 'M8 4.500v15l12-7.500z'} />
                </svg>
              </button>
              <span className={classes.name}>{voice.name}</span>
              <span className={classes.description}>{voice.description.split(' ').join(', ')}</span>
            </li>
          );
        })}
      </ul>
      {player.failed && (
        <Notice tone="problem">The sample of {player.failed} could not be played. Please try again.</Notice>
      )}
      <p className={classes.hint}>Better voices are available in a pricing plan.</p>
      <audio {...player.audio} preload="none" />
    </section>
  );
}

/** One sample at a time. */
function useSamplePlayer() {
  const ref = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState<string>();
  const [failed, setFailed] = useState<string>();

  function toggle(voice: Voice) {
    const audio = ref.current;
    if (!audio) return;
    setFailed(undefined);
    if (playing === voice.name) {
      audio.pause();
      return;
    }
    const src = new URL(voice.audioSrc, window.location.href).href;
    if (audio.src !== src) audio.src = src;
    setPlaying(voice.name);
    audio.play().catch((error: unknown) => {
      // Another sample was started, or this one paused, before it could begin.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setPlaying(undefined);
      setFailed(voice.name);
    });
  }

  const stop = () => setPlaying(undefined);
  const stopIfStill = () => {
    // Changing the sample pauses the one before; by then another is the one that plays.
    if (ref.current?.paused) stop();
  };
  return { playing, failed, toggle, audio: { ref, onEnded: stop, onPause: stopIfStill } };
}
