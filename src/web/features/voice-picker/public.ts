export { findBlend, toChosen, useOwnVoices } from './listed-voices.ts';
export { VoicePicker } from './voice-picker.tsx';
