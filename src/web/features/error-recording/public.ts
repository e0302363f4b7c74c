export { startErrorRecording } from './start-error-recording.ts';
