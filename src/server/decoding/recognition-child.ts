import { findTextData } from '#engines/offline/recognition/model-files.ts';
import { createPrintReader } from '#engines/offline/recognition/read-print.ts';
import { createThingRecogniser } from '#engines/offline/recognition/recognise-things.ts';
import { freePicture, measuredSidePixels } from '#engines/offline/recognition/recognised.ts';
import { decodeJpeg, squarePicture } from '#media/node/read-jpeg.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { allowWork, answerTask } from './bounded-child.ts';
import type { DecodingAnswer, ObserveTask, RecognitionResult, RecognitionTask } from './decoding-pool.ts';
import { openRecogniser } from './open-recogniser.ts';

/** Larger images are shrunk to this: small text on a screen is still readable, and memory is bounded. */
const maxSidePixels = 2048;
/** Limits per image; beyond them is small text. Ten images full of text then take three seconds. */
const textLimits = { maxLines: 12, maxMs: 250 };

const things = openRecogniser(t(engineMessages.objectsNotRecognised), async () => {
  const recogniser = await createThingRecogniser();
  return { detect: recogniser.recognise, close: recogniser.close };
});
const text = openRecogniser(t(engineMessages.textNotRecognised), async () => {
  // Looked up in each child, so that newly installed packages are found.
  const { installed } = findTextData(textLanguages());
  const reader = await createPrintReader(installed.map(({ language }) => language));
  return { detect: picture => reader.read(picture, textLimits), close: reader.close };
});

function textLanguages(): string[] {
  return (process.env.BENSHI_TEXT_LANGUAGES ?? '').split(',').filter(code => code !== '');
}

/** Runs in a child process: decodes clients' images and analyses them with the offline engine. */
export default function observe(
  task: RecognitionTask,
): Promise<DecodingAnswer<RecognitionResult | undefined>> {
  return answerTask(async () => (task.kind === 'nothing' ? undefined : await observePicture(task)));
}

async function observePicture({ jpeg, number, decodingSeconds }: ObserveTask): Promise<RecognitionResult> {
  allowWork(decodingSeconds);
  const picture = await decodeJpeg(jpeg, maxSidePixels, number);
  const detections = [
    squarePicture(picture, measuredSidePixels),
    things.detect(picture),
    text.detect(picture),
  ] as const;
  try {
    const [square, seen, read] = await Promise.all(detections);
    const faults = [seen.fault, read.fault].filter(fault => fault !== undefined);
    return { square, things: seen.found, lines: read.found, faults };
  } finally {
    // The image must not be freed while another recogniser still uses it.
    await Promise.allSettled(detections);
    freePicture(picture);
  }
}
