import type { Limit } from '../guards/guards.ts';
import type { FormShape } from './receive-form.ts';
import type { Uploads } from './uploads.ts';

/** The guard of a call that takes a form with files: what the headers tell of it, and how many run at once. */
export function limitUploads(uploads: Uploads, shape: FormShape): Limit {
  return async (request, rest) => {
    using _running = await uploads.begin(request, shape);
    return await rest();
  };
}
