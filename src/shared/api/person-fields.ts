import { z } from 'zod';
import { isMailAddress } from '../mail-address.ts';
import { cleanName } from '../person-name.ts';

/** A person's name of at most `most` characters. May be empty. */
export function personNameField(most: number, missing: string, tooLong: string) {
  return z.string({ error: missing }).max(most, tooLong).transform(cleanName);
}

/** An e-mail address, in any script. */
export function mailAddressField(missing: string, wrong: string) {
  return z.string({ error: missing }).trim().min(1, missing).refine(isMailAddress, wrong);
}
