import { measuredSidePixels } from '#engines/offline/measure-frame.ts';
import { createPrintReader } from '#engines/offline/recognition/read-print.ts';
import { createThingRecogniser } from '#engines/offline/recognition/recognise-things.ts';
import type { RgbPicture } from '#engines/offline/recognition/recognised.ts';
import { decodeJpeg, squarePicture } from '#media/node/decode-jpeg.ts';
import { allowWork, answerTask } from './bounded-child.ts';
import type { DecodingAnswer } from './decoding-task.ts';
import type { ObserveTask, RecognitionResult, RecognitionTask } from './recognition-task.ts';

/**
 * What is looked at is made no larger than this: small print on a screen can still be read, and the memory that pictures
 * take has a bound.
 */
const maxSidePixels = 2048;
/** Of one picture; what is over is small print. */
const printLimits = { mostLines: 12, mostMs: 600 };

/** Something that looks for one sort of thing in a picture, and may be broken: then the others still look. */
interface Eye<Found> {
  look(picture: RgbPicture): Promise<readonly Found[]>;
  /** A sentence; undefined while it works. */
  readonly fault: string | undefined;
}

function openEye<Found>(
  name: string,
  opened: Promise<(picture: RgbPicture) => Promise<readonly Found[]>>,
): Eye<Found> {
  let fault: string | undefined;
  const settled = opened.catch((cause: unknown) => {
    fault = `${name} ${cause instanceof Error ? cause.message : ''}`.trim();
    return undefined;
  });
  return {
    get fault() {
      return fault;
    },
    async look(picture) {
      const see = await settled;
      if (!see || fault) return [];
      try {
        return await see(picture);
      } catch (cause) {
        fault = `${name} ${cause instanceof Error ? cause.message : ''}`.trim();
        return [];
      }
    },
  };
}

// Both load while the first picture is decoded.
const things = openEye(
  'No things are recognised.',
  createThingRecogniser().then(recogniser => (picture: RgbPicture) => recogniser.recognise(picture)),
);
const print = openEye(
  'No print is read.',
  createPrintReader(textLanguages()).then(
    reader => (picture: RgbPicture) => reader.read(picture, printLimits),
  ),
);

function textLanguages(): string[] {
  return (process.env.BENSHI_TEXT_LANGUAGES ?? '').split(',').filter(code => code !== '');
}

/** Runs in a child process of its own: where strangers' pictures are decoded and looked at by the offline engine. */
export default function observe(
  task: RecognitionTask,
): Promise<DecodingAnswer<RecognitionResult | undefined>> {
  return answerTask(async () => (task.kind === 'nothing' ? undefined : await observePicture(task)));
}

async function observePicture({ jpeg, place, decodingSeconds }: ObserveTask): Promise<RecognitionResult> {
  allowWork(decodingSeconds);
  const picture = await decodeJpeg(jpeg, maxSidePixels, place);
  const [square, seen, lines] = await Promise.all([
    squarePicture(picture, measuredSidePixels),
    things.look(picture),
    print.look(picture),
  ]);
  const faults = [things.fault, print.fault].filter(fault => fault !== undefined);
  return { square, things: seen, lines, faults };
}
