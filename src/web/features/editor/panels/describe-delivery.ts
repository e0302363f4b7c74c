import { castMessages } from '#shared/messages/cast.ts';
import { deliveryMessages as messages } from '#shared/messages/delivery.ts';
import { t } from '#shared/messages/message.ts';
import type { CastMember, Line } from '#shared/narration/project.ts';
import { getVoiceName } from '#shared/voices.ts';

/** How a line is spoken, where that is said of it: "Anna · whispering · 0.8×". */
export function describeDelivery(line: Line, cast: readonly CastMember[]): string | undefined {
  const { castId, voice, manner, pace, pauseBeforeMs, pauseAfterMs } = line;
  const facts = [
    castId !== undefined && nameRole(cast, castId),
    voice && getVoiceName(voice),
    manner && t(messages[manner]),
    pace !== undefined && t(messages.paceValue, { pace: pace.toFixed(2) }),
    pauseBeforeMs && t(messages.before, { seconds: printPause(pauseBeforeMs) }),
    pauseAfterMs && t(messages.after, { seconds: printPause(pauseAfterMs) }),
  ];
  return facts.filter(Boolean).join(' · ') || undefined;
}

function printPause(ms: number): string {
  return String(Math.round(ms / 100) / 10);
}

export function nameRole(cast: readonly CastMember[], castId: string): string | undefined {
  const at = cast.findIndex(({ id }) => id === castId);
  return at < 0 ? undefined : cast[at]?.name.trim() || t(castMessages.person, { number: at + 1 });
}
