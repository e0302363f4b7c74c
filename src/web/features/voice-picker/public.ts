export { toChosen, useOwnVoices } from './listed-voices.ts';
export { findBlend } from './search-voices.ts';
export { VoicePicker } from './voice-picker.tsx';
