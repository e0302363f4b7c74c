import type { LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import type { VoiceGroup } from '../store/editor.ts';

/** What a control needs in which a voice is chosen. */
export interface VoiceField {
  readonly groups: readonly VoiceGroup[];
  /** Undefined until one is chosen. */
  readonly voice: Voice | undefined;
  /** The language that it is chosen for. */
  readonly language: LanguageName;
  readonly disabled: boolean;
  readonly onChange: (voice: Voice) => void;
}
