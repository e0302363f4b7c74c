import type { Phrases } from './phrases.ts';

export const romanian: Phrases = {
  opening: ['Și astfel începe.', 'Acesta este începutul.', 'Apare prima imagine.'],
  light: {
    dark: [
      'Imaginea este întunecată.',
      'Cea mai mare parte se află în întuneric.',
      'Aici este foarte puțină lumină.',
    ],
    dim: ['Lumina este slabă.', 'Doar puțină lumină ajunge aici.', 'Imaginea este în penumbră.'],
    bright: ['Imaginea este plină de lumină.', 'Totul este luminos.', 'Aici este lumină din belșug.'],
  },
  contrast: {
    soft: ['Lumina și umbra sunt apropiate.', 'Tonurile sunt delicate.'],
    strong: ['Lumina și umbra se deosebesc puternic.', 'Contrastul este puternic.'],
  },
  colours: [
    'Culorile care umplu imaginea: {colours}.',
    'Ceea ce se vede aici mai ales: {colours}.',
    'În fața ochilor noștri: {colours}.',
  ],
  temperature: {
    warm: ['Culorile sunt calde.', 'O nuanță caldă învăluie imaginea.'],
    cool: ['Culorile sunt reci.', 'O nuanță rece învăluie imaginea.'],
  },
  detail: {
    plain: ['Suprafețe mari și liniștite umplu imaginea.', 'Detaliile sunt puține.'],
    busy: ['Imaginea este plină de detalii mărunte.', 'Sunt multe de privit.'],
  },
  change: {
    cut: ['Acum imaginea este alta.', 'Scena se schimbă.', 'Apare o imagine nouă.'],
    strong: ['Este multă mișcare.', 'Multe se schimbă deodată.', 'Imaginea este plină de mișcare.'],
    gentle: ['Ceva se mișcă ușor.', 'Imaginea se schimbă puțin câte puțin.', 'O mișcare liniștită continuă.'],
    still: [
      'Aproape nimic nu se mișcă.',
      'Imaginea rămâne în repaus.',
      'Pentru o clipă, totul rămâne așa cum era.',
    ],
  },
  trend: {
    brighter: ['Imaginea devine mai luminoasă.', 'Lumina sporește.'],
    darker: ['Imaginea se întunecă.', 'Lumina scade.'],
  },
  clock: ['Timpul scurs până acum: {time}.', 'De la început: {time}.'],
  halfway: ['Jumătate a trecut.', 'Suntem la mijloc.'],
  bridge: [
    'Să privim mai departe.',
    'Și astfel continuă.',
    'Să zăbovim o clipă cu privirea.',
    'Mai este de văzut.',
  ],
  ending: ['Și acesta este sfârșitul.', 'Aici se termină.', 'Cu această imagine, totul se încheie.'],
  colourNames: {
    black: 'negru',
    white: 'alb',
    grey: 'gri',
    red: 'roșu',
    orange: 'portocaliu',
    yellow: 'galben',
    green: 'verde',
    turquoise: 'turcoaz',
    blue: 'albastru',
    purple: 'violet',
    pink: 'roz',
    brown: 'maro',
  },
};
