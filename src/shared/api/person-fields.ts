import { z } from 'zod';
import { isMailAddress } from '../mail-address.ts';
import { fieldText } from '../messages/field-text.ts';
import type { Message } from '../messages/message.ts';
import { cleanName, hasLineBreak } from '../person-name.ts';

/** A person's name of at most `most` characters. May be empty. */
export function personNameField(most: number, missing: string, tooLong: string) {
  return z.string({ error: missing }).max(most, tooLong).transform(cleanName);
}

interface NameErrors {
  readonly noName: Message;
  readonly nameTooLong: Message<'limit'>;
  readonly nameWithBreak: Message;
}

/** The same for one that is needed and may become part of a mail header, where a line break would start another. */
export function neededNameField(most: number, { noName, nameTooLong, nameWithBreak }: NameErrors) {
  return personNameField(most, fieldText(noName), fieldText(nameTooLong, { limit: most }))
    .refine(name => name !== '', fieldText(noName))
    .refine(name => !hasLineBreak(name), fieldText(nameWithBreak));
}

/** A text of at most `most` characters without white space around it. */
export function textField(most: number, missing: string, tooLong: string) {
  return z.string({ error: missing }).trim().min(1, missing).max(most, tooLong);
}

/** An e-mail address, in any script. */
export function mailAddressField(missing: string, wrong: string) {
  return z.string({ error: missing }).trim().min(1, missing).refine(isMailAddress, wrong);
}
