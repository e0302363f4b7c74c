import type { Phrases } from './phrases.ts';

export const tagalog: Phrases = {
  opening: ['At dito na ito nagsisimula.', 'Ganito ang simula.', 'Lumilitaw ang unang larawan.'],
  light: {
    dark: ['Madilim ang larawan.', 'Nababalot ng dilim ang karamihan nito.', 'Napakakaunti ng liwanag dito.'],
    dim: ['Mahina ang liwanag.', 'Kaunting liwanag lamang ang umaabot dito.', 'Medyo malamlam ang larawan.'],
    bright: ['Puno ng liwanag ang larawan.', 'Maliwanag ang lahat.', 'Sagana ang liwanag dito.'],
  },
  contrast: {
    soft: ['Magkalapit ang liwanag at anino.', 'Banayad ang mga tono.'],
    strong: ['Malaki ang agwat ng liwanag at anino.', 'Malakas ang kontraste.'],
  },
  colours: [
    'Ang mga kulay: {colours}.',
    'Mga kulay na pumupuno sa larawan: {colours}.',
    'Mga kulay na higit na nakikita rito: {colours}.',
  ],
  temperature: {
    warm: ['Mainit ang dating ng mga kulay.', 'Isang mainit na tono ang bumabalot sa larawan.'],
    cool: ['Malamig ang dating ng mga kulay.', 'Isang malamig na tono ang bumabalot sa larawan.'],
  },
  detail: {
    plain: ['Malalawak at payapang bahagi ang bumubuo sa larawan.', 'Kakaunti ang mga detalye.'],
    busy: ['Maraming maliliit na detalye ang pumupuno sa larawan.', 'Maraming mapagmamasdan dito.'],
  },
  change: {
    cut: ['Iba na ngayon ang larawan.', 'Nagbabago ang eksena.', 'Isang bagong larawan ang lumilitaw.'],
    strong: [
      'Napakaraming paggalaw dito.',
      'Sabay-sabay ang maraming pagbabago.',
      'Puno ng galaw ang larawan.',
    ],
    gentle: [
      'May marahang gumagalaw.',
      'Unti-unting nagbabago ang larawan.',
      'Nagpapatuloy ang isang banayad na galaw.',
    ],
    still: [
      'Halos walang gumagalaw.',
      'Nakapahinga ang larawan.',
      'Sa isang sandali, nananatili ang lahat sa dati.',
    ],
  },
  trend: {
    brighter: ['Lumiliwanag ang larawan.', 'Nadaragdagan ang liwanag.'],
    darker: ['Dumidilim ang larawan.', 'Humihina ang liwanag.'],
  },
  clock: ['Oras na lumipas: {time}.', 'Mula sa simula: {time}.'],
  halfway: ['Nakalipas na ang kalahati.', 'Narito na tayo sa gitna.'],
  bridge: [
    'Ipagpatuloy natin ang panonood.',
    'At nagpapatuloy ito.',
    'Sandali natin itong pagmasdan.',
    'Mayroon pang susunod.',
  ],
  ending: ['At iyan ang wakas.', 'Dito ito nagtatapos.', 'Nagsasara ito sa larawang ito.'],
  colourNames: {
    black: 'itim',
    white: 'puti',
    grey: 'abuhin',
    red: 'pula',
    orange: 'kahel',
    yellow: 'dilaw',
    green: 'berde',
    turquoise: 'turkesa',
    blue: 'asul',
    purple: 'lila',
    pink: 'rosas',
    brown: 'kayumanggi',
  },
};
