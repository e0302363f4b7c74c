import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { maxPromptCharacters } from '../limits.ts';
import { isMailAddress } from '../mail-address.ts';
import { cleanName } from '../person-name.ts';
import { allVoices, standardVoices } from '../voices.ts';

/** Fields that several calls share. Each message is a sentence for the person who filled it in. */

export const languageField = z.enum(languageNames, {
  error: `Please choose one of the ${languageNames.length} languages.`,
});

export const voiceField = z.enum(standardVoices, { error: 'Please choose one of the voices.' });

export const anyVoiceField = z.enum(allVoices, { error: 'Please choose one of the voices.' });

export const promptField = z
  .string({ error: 'Please describe the narration you want.' })
  .trim()
  .min(1, 'Please describe the narration you want.')
  .max(maxPromptCharacters, `Please describe the narration in at most ${maxPromptCharacters} characters.`);

/** Asks for a narration of which each line has its time; untimed when left out. */
export const timingField = z.literal('cues', { error: 'The timing can only be "cues".' }).optional();

/** A time in a video. */
export const secondsField = z.coerce
  .number({ error: 'The time of a picture must be a number of seconds.' })
  .min(0, 'A frame cannot lie before the start of its video.');

/** A video's length; four hours are the default limit, the server's own setting decides. */
export const durationSecondsField = z.coerce
  .number({ error: 'The length of the video must be a number of seconds.' })
  .positive('The length of the video must be above zero.')
  .max(7 * 24 * 3600, 'The length of the video must be a number of seconds.');

interface NameRules {
  readonly most: number;
  readonly missing: string;
  readonly tooLong: string;
}

/** A person's name, wherever one is written. An empty one is taken. */
export function personNameField({ most, missing, tooLong }: NameRules) {
  return z.string({ error: missing }).max(most, tooLong).transform(cleanName);
}

/** One e-mail address, in any script. */
export function mailAddressField(missing: string, wrong: string) {
  return z.string({ error: missing }).trim().min(1, missing).refine(isMailAddress, wrong);
}
