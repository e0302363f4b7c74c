export { premiumVoiceGroup, standardVoiceGroup, type VoiceGroup } from './voice-choice.ts';
export { VoicePicker } from './voice-picker.tsx';
