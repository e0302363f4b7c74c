import { measuredSidePixels } from '#engines/offline/measure-frame.ts';
import { findTextData } from '#engines/offline/recognition/find-text-data.ts';
import { freePicture } from '#engines/offline/recognition/free-picture.ts';
import { createPrintReader } from '#engines/offline/recognition/read-print.ts';
import { createThingRecogniser } from '#engines/offline/recognition/recognise-things.ts';
import { decodeJpeg, squarePicture } from '#media/node/read-jpeg.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { t } from '#shared/messages/message.ts';
import { allowWork, answerTask } from './bounded-child.ts';
import type { DecodingAnswer } from './decoding-task.ts';
import { openRecogniser } from './open-recogniser.ts';
import type { ObserveTask, RecognitionResult, RecognitionTask } from './recognition-task.ts';

/**
 * What is looked at is made no larger than this: small print on a screen can still be read, and the memory that pictures
 * take has a bound.
 */
const maxSidePixels = 2048;
/** Of one picture; what is over is small print. Ten pictures full of it then take three seconds. */
const printLimits = { mostLines: 12, mostMs: 250 };

const things = openRecogniser(t(engineMessages.objectsNotRecognised), async () => {
  const recogniser = await createThingRecogniser();
  return { look: recogniser.recognise, close: recogniser.close };
});
const print = openRecogniser(t(engineMessages.textNotRecognised), async () => {
  // Looked up here, so that a package that came later is there with the next child.
  const { installed } = findTextData(textLanguages());
  const reader = await createPrintReader(installed.map(({ language }) => language));
  return { look: picture => reader.read(picture, printLimits), close: reader.close };
});

function textLanguages(): string[] {
  return (process.env.BENSHI_TEXT_LANGUAGES ?? '').split(',').filter(code => code !== '');
}

/** Runs in a child process of its own: where strangers' pictures are decoded and looked at by the offline engine. */
export default function observe(
  task: RecognitionTask,
): Promise<DecodingAnswer<RecognitionResult | undefined>> {
  return answerTask(async () => (task.kind === 'nothing' ? undefined : await observePicture(task)));
}

async function observePicture({ jpeg, number, decodingSeconds }: ObserveTask): Promise<RecognitionResult> {
  allowWork(decodingSeconds);
  const picture = await decodeJpeg(jpeg, maxSidePixels, number);
  const looks = [
    squarePicture(picture, measuredSidePixels),
    things.look(picture),
    print.look(picture),
  ] as const;
  try {
    const [square, seen, read] = await Promise.all(looks);
    const faults = [seen.fault, read.fault].filter(fault => fault !== undefined);
    return { square, things: seen.found, lines: read.found, faults };
  } finally {
    // One that still looks, while another has failed, must not lose what it looks at.
    await Promise.allSettled(looks);
    freePicture(picture);
  }
}
