import type { Engines } from '#engines/ports.ts';

/** The same engines, told for whom they look: what works on this machine is shared fairly. */
export function withAsker<Some extends Pick<Engines, 'vision'>>(engines: Some, asker: string): Some {
  const { vision } = engines;
  return { ...engines, vision: { ...vision, analyze: request => vision.analyze({ ...request, asker }) } };
}
