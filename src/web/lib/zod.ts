import { config, z } from 'zod/v4';

// Zod tests whether it may compile code from strings, which the page's security policy forbids and would report. This must run
// before the first schema: in the page, imports of `zod` resolve to this file (vite.config.ts).
config({ jitless: true });

export { z };
