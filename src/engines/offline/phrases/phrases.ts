import type { ThingName } from '../thing-names.ts';

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

/** At least three, where something may be told many times in a video. */
export type ManyVariants = readonly [string, string, string, ...string[]];

/**
 * What the offline engine can say in a language. Every entry is a whole sentence, ready to be spoken, that claims no
 * more than was seen: kinds of things, print, light, contrast, colour, detail, and how these change. Nobody is
 * identified, and no place, age, sex or mood is named, because none was recognised.
 *
 * Lists of names and quotations follow a colon, so that nothing needs to agree with them.
 */
export interface Phrases {
  /** The video begins. Claims nothing of the picture. */
  readonly opening: Variants;
  /** What was recognised. `{things}` is a list of names of things, one or several, each in the singular. */
  readonly things: {
    /** These are in the picture. */
    readonly seen: ManyVariants;
    /** These have come into the picture. */
    readonly coming: ManyVariants;
    /** These are no longer in the picture. */
    readonly going: ManyVariants;
    /** These are still in the picture. */
    readonly staying: ManyVariants;
    /** Of each of these there is more than one in the picture. */
    readonly several: Variants;
    /** These come nearer, or grow larger in the picture. */
    readonly nearing: Variants;
    /** These go farther away, or grow smaller. */
    readonly receding: Variants;
    /** These cross the picture, as the viewer sees it. */
    readonly crossing: { readonly leftToRight: Variants; readonly rightToLeft: Variants };
    /** These are large in the picture, as if close. */
    readonly near: Variants;
    /** These are small in the picture, as if far away. */
    readonly far: Variants;
  };
  /** Print in the picture: a title, a sign, a screen. `{text}` is quoted as it is written, its quotation marks included. */
  readonly written: ManyVariants;
  /** What stands around a quotation in running text, such as “ and ”. */
  readonly quotationMarks: readonly [opening: string, closing: string];
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
  /** Gives the eye time. Claims nothing of the picture. At least four. */
  readonly bridge: readonly [string, string, string, string, ...string[]];
  /** The video ends. Claims nothing of the picture. */
  readonly ending: Variants;
  /** In their dictionary form, lower case where the language writes them so. */
  readonly colourNames: Readonly<Record<ColourName, string>>;
  /**
   * In their dictionary form, lower case where the language writes them so. Heard alone, each says what is meant: the
   * mouse of a computer, the remote control of a television.
   */
  readonly thingNames: Readonly<Record<ThingName, string>>;
}
