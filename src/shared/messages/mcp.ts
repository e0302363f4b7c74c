import { defineMessages } from './message.ts';

/** What AI assistants are told of projects, beyond the errors of the calls. */
export const mcpMessages = defineMessages('mcp', {
  noNarration: 'The project has no narration yet.',
  noBatches: 'Send one JSON-RPC message per request. Batches are not accepted.',
  unknownNarration: 'narration_id must be one of: {ids}.',
  noSuchPage: 'page must be at most {pages}.',
  notSeen: 'This video has not been analysed yet. Write a narration for it in the editor first.',
  speechUnknown: 'The speech in this video has not been transcribed yet. Transcribe it in the editor first.',
  partlyTranslated: {
    one: '{count} line was translated before the AI failed: {reason} Call again for the other lines.',
    other: '{count} lines were translated before the AI failed: {reason} Call again for the other lines.',
  },
});
