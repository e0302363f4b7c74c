import type { Phrases } from './phrases.ts';

export const slovenian: Phrases = {
  opening: ['In tako se začne.', 'To je začetek.', 'Pojavi se prva slika.'],
  light: {
    dark: ['Slika je temna.', 'Večji del slike je v temi.', 'Tu je zelo malo svetlobe.'],
    dim: ['Svetloba je šibka.', 'Sem pada le malo svetlobe.', 'Slika je v polmraku.'],
    bright: ['Slika je polna svetlobe.', 'Vse je svetlo.', 'Svetlobe je tu v izobilju.'],
  },
  contrast: {
    soft: ['Svetloba in senca sta si blizu.', 'Odtenki so mehki.'],
    strong: ['Svetloba in senca se ostro ločita.', 'Kontrast je močan.'],
  },
  colours: [
    'Barve, ki zapolnjujejo sliko: {colours}.',
    'Barve, ki so tu najbolj vidne: {colours}.',
    'Pred našimi očmi: {colours}.',
  ],
  temperature: {
    warm: ['Barve delujejo toplo.', 'Sliko preveva topel ton.'],
    cool: ['Barve delujejo hladno.', 'Sliko preveva hladen ton.'],
  },
  detail: {
    plain: ['Sliko zapolnjujejo velike, mirne ploskve.', 'Podrobnosti je malo.'],
    busy: ['Sliko zapolnjuje množica drobnih podrobnosti.', 'Oko ima kaj opazovati.'],
  },
  change: {
    cut: ['Zdaj je slika drugačna.', 'Prizor se zamenja.', 'Pojavi se nova slika.'],
    strong: ['Veliko je gibanja.', 'Marsikaj se spreminja hkrati.', 'Slika je polna gibanja.'],
    gentle: ['Nekaj se nežno premika.', 'Slika se počasi spreminja.', 'Mirno gibanje se nadaljuje.'],
    still: ['Skoraj nič se ne premika.', 'Slika miruje.', 'Za trenutek vse ostane, kot je bilo.'],
  },
  trend: {
    brighter: ['Postaja svetleje.', 'Svetlobe je vse več.'],
    darker: ['Postaja temneje.', 'Svetloba pojema.'],
  },
  clock: ['Pretečeni čas: {time}.', 'Od začetka: {time}.'],
  halfway: ['Polovica je za nami.', 'Smo na polovici.'],
  bridge: ['Glejmo naprej.', 'In tako se nadaljuje.', 'Za trenutek se zazrimo v sliko.', 'To še ni vse.'],
  ending: ['In to je konec.', 'Tu se konča.', 'S to sliko se vse sklene.'],
  colourNames: {
    black: 'črna',
    white: 'bela',
    grey: 'siva',
    red: 'rdeča',
    orange: 'oranžna',
    yellow: 'rumena',
    green: 'zelena',
    turquoise: 'turkizna',
    blue: 'modra',
    purple: 'vijolična',
    pink: 'rožnata',
    brown: 'rjava',
  },
};
