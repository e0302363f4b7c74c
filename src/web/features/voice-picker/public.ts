export { VoicePicker } from './voice-picker.tsx';
