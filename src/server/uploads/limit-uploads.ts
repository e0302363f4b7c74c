import type { Limit } from '../guards/guards.ts';
import type { Uploads } from './uploads.ts';

/** The guard of a call that takes a form with files: how many run at once. */
export function limitUploads(uploads: Uploads): Limit {
  return async (request, rest) => {
    using _running = uploads.begin(request);
    return await rest();
  };
}
