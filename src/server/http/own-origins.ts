/** The names by which a machine calls itself. */
export const ownMachine = ['localhost', '127.0.0.1', '[::1]'];

/** The origins at which people may see this server: one, or on the own machine the three names of it. */
export function findOwnOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (!ownMachine.includes(url.hostname)) return [url.origin];
  return ownMachine.map(
    hostname => new URL(`${url.protocol}//${hostname}${url.port && `:${url.port}`}`).origin,
  );
}
