import { z } from 'zod';
import { isMailAddress } from '../mail-address.ts';
import { cleanName } from '../person-name.ts';

interface NameRules {
  readonly most: number;
  readonly missing: string;
  readonly tooLong: string;
}

/** A person's name. May be empty. */
export function personNameField({ most, missing, tooLong }: NameRules) {
  return z.string({ error: missing }).max(most, tooLong).transform(cleanName);
}

/** An e-mail address, in any script. */
export function mailAddressField(missing: string, wrong: string) {
  return z.string({ error: missing }).trim().min(1, missing).refine(isMailAddress, wrong);
}
