import type { Provider } from '../ports.ts';

/** Every model that runs on this server itself; visitors read the name, too. */
export const localProvider: Provider = { name: 'the AI on this server', isOffline: false, isLocal: true };
