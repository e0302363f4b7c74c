import type { Preview } from '../player/public.ts';
import type { LineSound } from './line-sound.ts';
import type { BenchLine } from './list-lines.ts';
import { Timeline } from './timeline.tsx';
import { useOriginalLoudness } from './use-original-loudness.ts';
import { useOriginalSpeech } from './use-original-speech.ts';

interface PreviewTimelineProps {
  readonly preview: Preview;
  readonly video: File;
  readonly timed: {
    readonly lines: readonly BenchLine[];
    readonly durationSeconds: number;
    readonly selected: number | undefined;
    select(index: number): void;
    move(index: number, seconds: number): void;
    findSound(index: number): LineSound | undefined;
  };
  /** Nothing can be changed now. */
  readonly isFixed: boolean;
}

/** The lines of a timed script along its video, under the picture. */
export function PreviewTimeline({ preview, video, timed, isFixed }: PreviewTimelineProps) {
  const { playback } = preview;
  const original = useOriginalLoudness(video);
  // After that, so that the machine does one of them at a time.
  const hasSound = original?.isWhole === true && original.peaks.length > 0;
  const speech = useOriginalSpeech(hasSound ? video : undefined);
  return (
    <Timeline
      durationSeconds={timed.durationSeconds}
      lines={timed.lines}
      clock={playback.picture}
      selectedIndex={timed.selected}
      original={original}
      speech={speech}
      getSound={index => timed.findSound(index)?.mp3}
      onSeek={playback.seekPicture}
      isFixed={isFixed}
      onMove={timed.move}
      onSelect={index => {
        timed.select(index);
        document.querySelector(`[data-line="${index}"]`)?.scrollIntoView({ block: 'nearest' });
      }}
    />
  );
}
