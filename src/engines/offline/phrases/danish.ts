import type { Phrases } from './phrases.ts';

export const danish: Phrases = {
  opening: ['Og sådan begynder det.', 'Her er begyndelsen.', 'Det første billede viser sig.'],
  light: {
    dark: ['Billedet er mørkt.', 'Det meste ligger i mørke.', 'Her er meget lidt lys.'],
    dim: ['Lyset er svagt.', 'Kun en smule lys falder her.', 'Billedet ligger i halvmørke.'],
    bright: ['Billedet er fuldt af lys.', 'Alt er lyst.', 'Her er rigeligt med lys.'],
  },
  contrast: {
    soft: ['Lys og skygge ligger tæt på hinanden.', 'Tonerne er bløde.'],
    strong: ['Lys og skygge ligger langt fra hinanden.', 'Kontrasten er stærk.'],
  },
  colours: [
    'Det, der fylder billedet: {colours}.',
    'Mest af alt ses her: {colours}.',
    'For øjnene af os: {colours}.',
  ],
  temperature: {
    warm: ['Farverne føles varme.', 'En varm tone ligger over billedet.'],
    cool: ['Farverne føles kølige.', 'En kølig tone ligger over billedet.'],
  },
  detail: {
    plain: ['Store, rolige flader fylder billedet.', 'Der er få detaljer.'],
    busy: ['Mange små detaljer fylder billedet.', 'Der er meget at se på.'],
  },
  change: {
    cut: ['Nu er billedet et andet.', 'Scenen skifter.', 'Et nyt billede viser sig.'],
    strong: ['Der er meget bevægelse.', 'Meget ændrer sig på én gang.', 'Billedet er fuldt af bevægelse.'],
    gentle: [
      'Noget bevæger sig blidt.',
      'Billedet ændrer sig lidt efter lidt.',
      'En rolig bevægelse fortsætter.',
    ],
    still: ['Næsten intet bevæger sig.', 'Billedet hviler.', 'Et øjeblik forbliver alt, som det var.'],
  },
  trend: {
    brighter: ['Det bliver lysere.', 'Der kommer mere lys.'],
    darker: ['Det bliver mørkere.', 'Lyset svinder.'],
  },
  clock: ['Tid indtil nu: {time}.', 'På uret: {time}.'],
  halfway: ['Halvdelen er gået.', 'Dette er midten.'],
  bridge: ['Lad os se videre.', 'Og sådan fortsætter det.', 'Giv øjet et øjeblik.', 'Der er mere i vente.'],
  ending: ['Og det er slutningen.', 'Her slutter det.', 'Dette billede er det sidste.'],
  colourNames: {
    black: 'sort',
    white: 'hvid',
    grey: 'grå',
    red: 'rød',
    orange: 'orange',
    yellow: 'gul',
    green: 'grøn',
    turquoise: 'turkis',
    blue: 'blå',
    purple: 'lilla',
    pink: 'lyserød',
    brown: 'brun',
  },
};
