import type { Phrases } from './phrases.ts';

export const bosnian: Phrases = {
  opening: ['I tako počinje.', 'Evo kako počinje.', 'Pojavljuje se prva slika.'],
  light: {
    dark: ['Slika je tamna.', 'Veći dio je u mraku.', 'Ovdje je vrlo malo svjetla.'],
    dim: ['Svjetlo je slabo.', 'Ovamo pada tek malo svjetla.', 'Slika je u polumraku.'],
    bright: ['Slika je puna svjetla.', 'Sve je svijetlo.', 'Svjetla ovdje ima napretek.'],
  },
  contrast: {
    soft: ['Svjetlo i sjena su blizu jedno drugom.', 'Tonovi su meki.'],
    strong: ['Svjetlo i sjena su daleko jedno od drugog.', 'Kontrast je snažan.'],
  },
  colours: [
    'Sliku ispunjava: {colours}.',
    'Ovdje se najviše vidi: {colours}.',
    'Pred našim očima: {colours}.',
  ],
  temperature: {
    warm: ['Boje djeluju toplo.', 'Preko slike leži topao ton.'],
    cool: ['Boje djeluju hladno.', 'Preko slike leži hladan ton.'],
  },
  detail: {
    plain: ['Pogled ispunjavaju velike, mirne površine.', 'Detalja je malo.'],
    busy: ['Pogled ispunjava mnoštvo sitnih detalja.', 'Ima se šta vidjeti.'],
  },
  change: {
    cut: ['Sada je to druga slika.', 'Prizor se mijenja.', 'Pojavljuje se nova slika.'],
    strong: ['Puno je pokreta.', 'Mnogo toga se mijenja odjednom.', 'Slika je puna kretanja.'],
    gentle: ['Nešto se lagano pomjera.', 'Slika se mijenja malo-pomalo.', 'Traje jedan miran pokret.'],
    still: ['Gotovo ništa se ne pomjera.', 'Slika miruje.', 'Na trenutak sve ostaje kako je bilo.'],
  },
  trend: {
    brighter: ['Postaje svjetlije.', 'Dolazi više svjetla.'],
    darker: ['Postaje tamnije.', 'Svjetlo blijedi.'],
  },
  clock: ['Do sada je prošlo: {time}.', 'Na satu: {time}.'],
  halfway: ['Prošla je polovina.', 'Ovo je sredina.'],
  bridge: ['Gledajmo dalje.', 'I tako se nastavlja.', 'Zastanimo na trenutak i pogledajmo.', 'Ima još toga.'],
  ending: ['I to je kraj.', 'Ovdje se završava.', 'Ovom slikom se sve završava.'],
  colourNames: {
    black: 'crna',
    white: 'bijela',
    grey: 'siva',
    red: 'crvena',
    orange: 'narandžasta',
    yellow: 'žuta',
    green: 'zelena',
    turquoise: 'tirkizna',
    blue: 'plava',
    purple: 'ljubičasta',
    pink: 'roza',
    brown: 'smeđa',
  },
};
