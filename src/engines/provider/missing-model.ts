import type { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { type FilledMessage, fill } from '#shared/messages/message.ts';
import { toSetupError } from './failure.ts';

interface MissingModel {
  readonly model: string;
  readonly provider: string;
  readonly setting: string;
}

const maxNamed = 8;

/** @param able models that could be used instead */
export function toMissingModelError(
  { setting, ...missing }: MissingModel,
  able: readonly { readonly name: string }[],
): CodedError {
  const names = able.map(({ name }) => name).filter(isPlainName);
  return toSetupError(describeMissing(missing, names), `Name another in ${setting}.`);
}

function describeMissing(missing: Omit<MissingModel, 'setting'>, names: readonly string[]): FilledMessage {
  const others = names.slice(0, maxNamed).join(', ');
  if (names.length === 0) return fill(engineMessages.modelMissing, missing);
  if (names.length <= maxNamed) return fill(engineMessages.modelMissingAmong, { ...missing, others });
  const more = names.length - maxNamed;
  return fill(engineMessages.modelMissingAmongMore, { ...missing, others, more });
}

/** Whether a name can be shown: servers may use any text. */
function isPlainName(name: string): boolean {
  return name.length <= 100 && /^[\p{L}\p{N}][\p{L}\p{N} ._:/@+-]*$/u.test(name);
}
