import type { Phrases } from './phrases.ts';

export const croatian: Phrases = {
  opening: ['I tako sve započinje.', 'Ovako počinje.', 'Pred nama je prva slika.'],
  light: {
    dark: ['Slika je tamna.', 'Većina je slike u tami.', 'Ovdje je jako malo svjetla.'],
    dim: ['Svjetlo je prigušeno.', 'Ovamo dopire tek malo svjetla.', 'Slika je u polutami.'],
    bright: ['Slika je puna svjetlosti.', 'Sve je svijetlo.', 'Ovdje je svjetla u izobilju.'],
  },
  contrast: {
    soft: ['Svjetlo i sjena međusobno su bliski.', 'Tonovi su mekani.'],
    strong: ['Svjetlo i sjena međusobno su daleko.', 'Kontrast je jak.'],
  },
  colours: ['Slikom vlada: {colours}.', 'Ponajviše se vidi: {colours}.', 'Pred očima nam je: {colours}.'],
  temperature: {
    warm: ['Boje djeluju toplo.', 'Nad slikom lebdi topao ton.'],
    cool: ['Boje djeluju hladno.', 'Nad slikom lebdi hladan ton.'],
  },
  detail: {
    plain: ['Pogled ispunjavaju velike, mirne plohe.', 'Pojedinosti je malo.'],
    busy: ['Pogled ispunjavaju brojne sitne pojedinosti.', 'Ima se što vidjeti.'],
  },
  change: {
    cut: ['Sada je slika drukčija.', 'Prizor se mijenja.', 'Pojavljuje se nova slika.'],
    strong: ['Mnogo je kretanja.', 'Štošta se mijenja odjednom.', 'Slika je puna pokreta.'],
    gentle: ['Nešto se lagano miče.', 'Slika se mijenja malo-pomalo.', 'Mirno kretanje teče dalje.'],
    still: ['Gotovo se ništa ne miče.', 'Slika miruje.', 'Na trenutak sve ostaje kakvo je bilo.'],
  },
  trend: {
    brighter: ['Postaje svjetlije.', 'Svjetla je sve više.'],
    darker: ['Postaje tamnije.', 'Svjetlo jenjava.'],
  },
  clock: ['Dosad je prošlo: {time}.', 'Na satu piše: {time}.'],
  halfway: ['Pola je iza nas.', 'Ovo je sredina.'],
  bridge: ['Gledajmo dalje.', 'I tako teče dalje.', 'Zastanimo i pogledajmo.', 'Slijedi još.'],
  ending: ['I to je kraj.', 'Ovdje završava.', 'Ovom slikom sve završava.'],
  colourNames: {
    black: 'crna',
    white: 'bijela',
    grey: 'siva',
    red: 'crvena',
    orange: 'narančasta',
    yellow: 'žuta',
    green: 'zelena',
    turquoise: 'tirkizna',
    blue: 'plava',
    purple: 'ljubičasta',
    pink: 'ružičasta',
    brown: 'smeđa',
  },
};
