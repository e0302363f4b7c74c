export { toChosen } from './listed-voices.ts';
export { useOwnVoices } from './own-voices.ts';
export { findBlend } from './search-voices.ts';
export { VoicePicker } from './voice-picker.tsx';
