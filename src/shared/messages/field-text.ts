import { type FilledMessage, fill } from './message.ts';

const byText = new Map<string, FilledMessage>();

/** A message as a Zod schema takes it: its text, of which {@link findFieldMessage} finds key and values again. */
export function fieldText<Name extends string>(...message: Parameters<typeof fill<Name>>): string {
  const filled = fill(...message);
  byText.set(filled.text, filled);
  return filled.text;
}

/** The message behind the text of a schema's issue; undefined for Zod's own words. */
export function findFieldMessage(text: string): FilledMessage | undefined {
  return byText.get(text);
}
