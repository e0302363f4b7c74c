import type { PlainSound } from '../sound/plain-sound.ts';

/** A line of a narration, and how it sounds. */
export interface EditorsLine {
  readonly startSeconds: number;
  readonly text: string;
  readonly sound: PlainSound;
}

/** Where the sound of a line lies in an editor, in frames: editors cut nowhere else. */
export interface PlacedLine {
  /** Of its WAV file. */
  readonly name: string;
  readonly startFrame: number;
  readonly frames: number;
  /** 0, or 1 where the line begins in the very frame in which the one before it ends. */
  readonly track: 0 | 1;
}

const mostNameCharacters = 32;

/** Places lines one after the other, at so many frames a second, and names their files. */
export function createLinePlacer(frameRate: number) {
  const trackEnds: [number, number] = [0, 0];
  let endSeconds = 0;
  let count = 0;
  return {
    /**
     * @returns where it lies, and its sound with so much silence around it that it is whole frames long: so each line begins
     * exactly at its time, however coarse frames are
     */
    place({ startSeconds, text, sound }: EditorsLine): {
      readonly placed: PlacedLine;
      readonly sound: PlainSound;
    } {
      const { sampleRateHz, samples } = sound;
      // As in the narration: a line never begins in the one before it.
      const from = Math.max(startSeconds, endSeconds);
      endSeconds = from + samples.length / sampleRateHz;
      const samplesPerFrame = sampleRateHz / frameRate;
      const first = Math.round(from * sampleRateHz);
      const startFrame = Math.floor(first / samplesPerFrame);
      const frames = Math.max(1, Math.ceil((first + samples.length) / samplesPerFrame) - startFrame);
      const track = startFrame >= trackEnds[0] ? 0 : 1;
      trackEnds[track] = startFrame + frames;
      const padded = new Float32Array(Math.round(frames * samplesPerFrame));
      padded.set(samples, first - Math.round(startFrame * samplesPerFrame));
      count++;
      const name = nameLine(count, from, text);
      return { placed: { name, startFrame, frames, track }, sound: { sampleRateHz, samples: padded } };
    },
  };
}

/** `0001_00-00-12.500_The-fox.wav`: sorts by time, and is a file's name on every system. */
function nameLine(number: number, seconds: number, text: string): string {
  const all = Math.round(seconds * 1000);
  const clock = [3_600_000, 60_000, 1000].map((unit, index) =>
    String(Math.floor(all / unit) % (index === 0 ? 100 : 60)).padStart(2, '0'),
  );
  const time = `${clock.join('-')}.${String(all % 1000).padStart(3, '0')}`;
  const words = takeWords(text);
  return `${String(number).padStart(4, '0')}_${time}${words && `_${words}`}.wav`;
}

/** The first words, of any script, without what a system could take amiss. */
function takeWords(text: string): string {
  const words =
    text
      .normalize('NFC')
      .slice(0, 200)
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word : `${name}-${word}`;
    if (longer.length > mostNameCharacters) break;
    name = longer;
  }
  // A language without spaces, or one very long word: as much of it as has room.
  return name || [...(words[0] ?? '')].slice(0, mostNameCharacters / 2).join('');
}
