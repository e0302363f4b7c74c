import type { Phrases } from './phrases.ts';

export const norwegian: Phrases = {
  opening: ['Slik begynner det.', 'Her er starten.', 'Det første bildet kommer til syne.'],
  light: {
    dark: ['Bildet er mørkt.', 'Det meste ligger i mørke.', 'Her er det svært lite lys.'],
    dim: ['Lyset er svakt.', 'Bare litt lys faller inn her.', 'Bildet er nokså dunkelt.'],
    bright: ['Bildet er fullt av lys.', 'Alt er lyst.', 'Her er det rikelig med lys.'],
  },
  contrast: {
    soft: ['Lys og skygge ligger tett på hverandre.', 'Tonene er myke.'],
    strong: ['Lys og skygge står langt fra hverandre.', 'Kontrasten er sterk.'],
  },
  colours: [
    'Dette fyller bildet: {colours}.',
    'Fargene som preger bildet: {colours}.',
    'Her ser vi først og fremst: {colours}.',
  ],
  temperature: {
    warm: ['Fargene virker varme.', 'Det ligger en varm tone over bildet.'],
    cool: ['Fargene virker kjølige.', 'Det ligger en kjølig tone over bildet.'],
  },
  detail: {
    plain: ['Store, rolige flater fyller bildet.', 'Det er få detaljer.'],
    busy: ['Mange små detaljer fyller bildet.', 'Det er mye å se på.'],
  },
  change: {
    cut: ['Nå er bildet et annet.', 'Scenen skifter.', 'Et nytt bilde dukker opp.'],
    strong: ['Det er mye bevegelse.', 'Mye forandrer seg på én gang.', 'Bildet er fullt av bevegelse.'],
    gentle: [
      'Noe beveger seg varsomt.',
      'Bildet endrer seg litt etter litt.',
      'En rolig bevegelse fortsetter.',
    ],
    still: ['Nesten ingenting rører seg.', 'Bildet hviler.', 'Et øyeblikk forblir alt som det var.'],
  },
  trend: {
    brighter: ['Det blir lysere.', 'Mer lys slipper til.'],
    darker: ['Det blir mørkere.', 'Lyset svinner.'],
  },
  clock: ['Tid så langt: {time}.', 'Siden begynnelsen: {time}.'],
  halfway: ['Halvparten er gått.', 'Her er vi midtveis.'],
  bridge: [
    'La oss se videre.',
    'Og slik går det videre.',
    'La blikket hvile et øyeblikk.',
    'Det kommer mer.',
  ],
  ending: ['Og det var slutten.', 'Her slutter det.', 'Med dette bildet er det over.'],
  colourNames: {
    black: 'svart',
    white: 'hvit',
    grey: 'grå',
    red: 'rød',
    orange: 'oransje',
    yellow: 'gul',
    green: 'grønn',
    turquoise: 'turkis',
    blue: 'blå',
    purple: 'lilla',
    pink: 'rosa',
    brown: 'brun',
  },
};
