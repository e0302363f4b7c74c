import { z } from 'zod';

/** What the deletion of an account leaves in the browser's history for the page that comes after it. */
export const farewell = { isAccountDeleted: true };

const farewellSchema = z.object({ isAccountDeleted: z.literal(true) });

export function isFarewell(state: unknown): boolean {
  return farewellSchema.safeParse(state).success;
}
