import { defineMessages } from './message.ts';

/** What the server says about setting up the AI. */
export const setupErrors = defineMessages('setupErrors', {
  askOperator: 'Ask who runs this server.',
  wrongKey: 'This link is not valid any more. The server prints the current one when it starts.',
  setByEnvironment: 'Several processes may use this database, so set the AI by environment variables.',
  notSettable: 'The setting {name} cannot be changed here.',
  setElsewhere: 'The setting {name} is set by the environment, which this page cannot change.',
  keyMissing: 'This address needs the setting {name}, too.',
  noProvider: 'There is no AI provider called {provider} that is set up for this.',
  noServer: 'No AI server answers at port {port} any more. Start it, and search again.',
  serverCannot: 'The AI server at port {port} has no model that sees pictures, and it does not speak.',
});
