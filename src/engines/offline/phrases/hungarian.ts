import type { Phrases } from './phrases.ts';

export const hungarian: Phrases = {
  opening: ['Így kezdődik.', 'Íme a kezdet.', 'Megjelenik az első kép.'],
  light: {
    dark: ['A kép sötét.', 'Nagy része sötétbe borul.', 'Itt alig van fény.'],
    dim: ['Gyenge a fény.', 'Ide csak kevés fény jut.', 'A képen félhomály uralkodik.'],
    bright: ['A kép tele van fénnyel.', 'Minden világos.', 'Fény itt bőven akad.'],
  },
  contrast: {
    soft: ['Fény és árnyék közel esik egymáshoz.', 'Lágyak az árnyalatok.'],
    strong: ['Fény és árnyék élesen elválik egymástól.', 'Erős a kontraszt.'],
  },
  colours: [
    'A színek: {colours}.',
    'Ami betölti a képet: {colours}.',
    'Itt leginkább ez látszik: {colours}.',
  ],
  temperature: {
    warm: ['A színek melegnek hatnak.', 'Meleg árnyalat borul a képre.'],
    cool: ['A színek hűvösnek hatnak.', 'Hűvös árnyalat borul a képre.'],
  },
  detail: {
    plain: ['Nagy, nyugodt felületek töltik ki a képet.', 'Kevés a részlet.'],
    busy: ['Sok apró részlet tölti ki a képet.', 'Van mit nézni.'],
  },
  change: {
    cut: ['Most már más a kép.', 'Változik a jelenet.', 'Új kép tűnik fel.'],
    strong: ['Sok a mozgás.', 'Egyszerre sok minden változik.', 'A kép tele van mozgással.'],
    gentle: ['Valami finoman mozog.', 'A kép apránként változik.', 'A mozgás nyugodtan folytatódik.'],
    still: [
      'Szinte semmi sem mozdul.',
      'A kép nyugalomban van.',
      'Egy pillanatra minden úgy marad, ahogy volt.',
    ],
  },
  trend: {
    brighter: ['Világosabb lesz a kép.', 'Egyre több a fény.'],
    darker: ['Sötétebb lesz a kép.', 'Egyre kevesebb a fény.'],
  },
  clock: ['Az eltelt idő: {time}.', 'A kezdet óta: {time}.'],
  halfway: ['Az első fele már lement.', 'A felénél tartunk.'],
  bridge: ['Nézzük tovább.', 'És megy tovább.', 'Időzzünk el itt egy pillanatra.', 'Még nincs vége.'],
  ending: ['És ez a vége.', 'Itt ér véget.', 'Ezzel a képpel zárul.'],
  colourNames: {
    black: 'fekete',
    white: 'fehér',
    grey: 'szürke',
    red: 'piros',
    orange: 'narancssárga',
    yellow: 'sárga',
    green: 'zöld',
    turquoise: 'türkiz',
    blue: 'kék',
    purple: 'lila',
    pink: 'rózsaszín',
    brown: 'barna',
  },
};
