import { defineMessages } from './message.ts';

/** What AI assistants are told of projects, beyond the errors of the calls. */
export const mcpMessages = defineMessages('mcp', {
  noNarration: 'The project has no narration yet.',
  unknownNarration: 'narration_id must be one of: {ids}.',
  noSuchPage: 'page must be at most {pages}.',
  notSeen:
    'It is not known yet what is to be seen in this video. Write a narration of it in the editor first.',
  speechUnknown:
    'It is not known yet when somebody speaks in this video. Transcribe the speech in the editor first.',
  partlyTranslated: {
    one: '{count} line was translated, then this happened: {reason} Call again for the other lines.',
    other: '{count} lines were translated, then this happened: {reason} Call again for the other lines.',
  },
});
