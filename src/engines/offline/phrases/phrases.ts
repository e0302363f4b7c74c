/** The colours that the offline engine can name, each by a word that every language has. */
export const colourNames = [
  'black',
  'white',
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'turquoise',
  'blue',
  'purple',
  'pink',
  'brown',
] as const;

export type ColourName = (typeof colourNames)[number];

/** Sentences of one meaning, each different, none of which needs to agree with anything around it. */
export type Variants = readonly [string, string, ...string[]];

/**
 * What the offline engine can say in a language. Every entry is a whole sentence, ready to be spoken, that claims no
 * more than was measured: light, contrast, colour, detail, and how these change. No person, thing, place or
 * camera is named, because none was recognised.
 */
export interface Phrases {
  /** The video begins. Claims nothing of the picture. */
  readonly opening: Variants;
  /** How light the picture is. */
  readonly light: { readonly dark: Variants; readonly dim: Variants; readonly bright: Variants };
  /** Light and shade: close together, or far apart. */
  readonly contrast: { readonly soft: Variants; readonly strong: Variants };
  /** `{colours}` is a list of colour names in their dictionary form, most of the picture first; it follows a colon. */
  readonly colours: Variants;
  /** The colours lean to red and yellow, or to blue. */
  readonly temperature: { readonly warm: Variants; readonly cool: Variants };
  /** Large even areas, or many small details. */
  readonly detail: { readonly plain: Variants; readonly busy: Variants };
  /** Against the picture before: another scene, much movement, a little, almost none. */
  readonly change: {
    readonly cut: Variants;
    readonly strong: Variants;
    readonly gentle: Variants;
    readonly still: Variants;
  };
  /** Against the picture before, as a whole. */
  readonly trend: { readonly brighter: Variants; readonly darker: Variants };
  /** `{time}` is the time since the start, such as "12 seconds"; it follows a colon. */
  readonly clock: Variants;
  /** Half of the video has run. */
  readonly halfway: Variants;
  /** Gives the eye time. Claims nothing of the picture. At least four. */
  readonly bridge: readonly [string, string, string, string, ...string[]];
  /** The video ends. Claims nothing of the picture. */
  readonly ending: Variants;
  /** In their dictionary form, lower case where the language writes them so. */
  readonly colourNames: Readonly<Record<ColourName, string>>;
}
