import { createId, type Observation } from '#shared/narration/project.ts';

/** What one look at a video saw. */
export interface Look {
  readonly analysis: string;
  /** Times of the pictures, in seconds. */
  readonly moments: readonly number[];
  readonly source?: { readonly provider: string; readonly model?: string | undefined } | undefined;
}

export function toObservations({ analysis, moments, source }: Look): readonly Observation[] {
  return [
    {
      id: createId(),
      momentsMs: moments.map(seconds => Math.round(seconds * 1000)),
      text: analysis,
      kind: 'picture',
      source: source ?? { provider: '' },
    },
  ];
}

/** The notes and times that a script is written from. */
export function readObservations(observations: readonly Observation[]): Look {
  return {
    analysis: observations.map(({ text }) => text).join('\n\n'),
    moments: observations.flatMap(({ momentsMs }) => momentsMs).map(ms => ms / 1000),
  };
}
