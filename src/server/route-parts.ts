import type { AccountParts } from './accounts/account-parts.ts';
import type { MessageParts } from './messages/message-parts.ts';
import type { NarrationParts } from './narrations/narration-parts.ts';
import type { VoiceSamples } from './voices/voice-samples.ts';

export interface RouteParts extends AccountParts, MessageParts, NarrationParts {
  readonly voiceSamples: VoiceSamples;
}
