import type { Phrases } from './phrases.ts';

export const afrikaans: Phrases = {
  opening: ['En so begin dit.', 'Hier is die begin.', 'Die eerste beeld verskyn.'],
  light: {
    dark: ['Die beeld is donker.', 'Die meeste daarvan lê in duisternis.', 'Hier is baie min lig.'],
    dim: ['Die lig is flou.', 'Net ’n bietjie lig val hier.', 'Die beeld is taamlik skemer.'],
    bright: ['Die beeld is vol lig.', 'Alles is helder.', 'Hier is oorgenoeg lig.'],
  },
  contrast: {
    soft: ['Lig en skaduwee lê naby mekaar.', 'Die skakerings is sag.'],
    strong: ['Lig en skaduwee lê ver van mekaar.', 'Die kontras is sterk.'],
  },
  colours: ['Wat die beeld vul: {colours}.', 'Bo alles hier te sien: {colours}.', 'Voor ons oë: {colours}.'],
  temperature: {
    warm: ['Die kleure voel warm.', '’n Warm toon lê oor die beeld.'],
    cool: ['Die kleure voel koel.', '’n Koel toon lê oor die beeld.'],
  },
  detail: {
    plain: ['Groot, rustige vlakke vul die beeld.', 'Daar is min besonderhede.'],
    busy: ['Baie klein besonderhede vul die beeld.', 'Daar is baie om na te kyk.'],
  },
  change: {
    cut: ['Nou is dit ’n ander beeld.', 'Die toneel verander.', '’n Nuwe beeld verskyn.'],
    strong: ['Daar is baie beweging.', 'Baie verander tegelyk.', 'Die beeld is vol beweging.'],
    gentle: [
      'Iets beweeg saggies.',
      'Die beeld verander bietjie vir bietjie.',
      '’n Kalm beweging gaan voort.',
    ],
    still: ['Byna niks beweeg nie.', 'Die beeld rus.', '’n Oomblik lank bly alles soos dit was.'],
  },
  trend: {
    brighter: ['Dit word ligter.', 'Meer lig kom by.'],
    darker: ['Dit word donkerder.', 'Die lig vervaag.'],
  },
  clock: ['Tyd tot dusver: {time}.', 'Op die klok: {time}.'],
  halfway: ['Die helfte is verby.', 'Dit is die middel.'],
  bridge: ['Kom ons kyk verder.', 'En so gaan dit aan.', 'Neem ’n oomblik om te kyk.', 'Daar kom nog meer.'],
  ending: ['En dit is die einde.', 'Hier eindig dit.', 'Met hierdie beeld sluit dit af.'],
  colourNames: {
    black: 'swart',
    white: 'wit',
    grey: 'grys',
    red: 'rooi',
    orange: 'oranje',
    yellow: 'geel',
    green: 'groen',
    turquoise: 'turkoois',
    blue: 'blou',
    purple: 'pers',
    pink: 'pienk',
    brown: 'bruin',
  },
};
