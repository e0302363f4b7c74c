import { config, z } from 'zod/v4';

// Zod tries out whether it may compile code from text, which the page's security policy forbids and would report. It has
// to be told not to before the first schema is made: in the page, an import of `zod` gets this file (vite.config.ts).
config({ jitless: true });

export { z };
