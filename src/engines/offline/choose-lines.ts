import type { RecognisedFrame } from './frame-description.ts';
import type { ReadLine } from './recognition/recognised.ts';

// TEMP
export function chooseLines(
  pictures: readonly (readonly ReadLine[])[],
): Pick<RecognisedFrame, 'lines' | 'isPrintStaying'>[] {
  const told = new Set<string>();
  return pictures.map(lines => {
    const fresh = lines.filter(line => !told.has(line.text)).slice(0, 3);
    for (const line of lines) told.add(line.text);
    return {
      lines: fresh.map(({ text, confidence }) => ({ text, confidencePercent: Math.round(confidence * 100) })),
      isPrintStaying: fresh.length < lines.length,
    };
  });
}
