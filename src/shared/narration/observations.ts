import { createId, type Observation } from './project.ts';

/** What one look at a video saw. */
export interface Look {
  readonly analysis: string;
  /** Times of the pictures, in seconds. */
  readonly moments: readonly number[];
  readonly source: Observation['source'];
}

export function toObservations({ analysis, moments, source }: Look): readonly Observation[] {
  const momentsMs = moments.map(seconds => Math.round(seconds * 1000));
  return [{ id: createId(), momentsMs, text: analysis, kind: 'picture', source }];
}

/** The notes and times that a script is written from. */
export function readObservations(observations: readonly Observation[]): Omit<Look, 'source'> {
  return {
    analysis: observations.map(({ text }) => text).join('\n\n'),
    moments: observations.flatMap(({ momentsMs }) => momentsMs).map(ms => ms / 1000),
  };
}
