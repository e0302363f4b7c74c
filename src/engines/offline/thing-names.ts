import english from './phrases/en.json' with { type: 'json' };

export type ThingName = keyof typeof english.names;

/**
 * The kinds of things that the offline engine can recognise: those of COCO (Lin et al., Microsoft COCO: Common Objects in
 * Context, 2014), by its own names and in its order, which is that of the detector's answers.
 */
export const thingNames = Object.keys(english.names) as readonly ThingName[];
