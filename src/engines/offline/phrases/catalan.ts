import type { Phrases } from './phrases.ts';

export const catalan: Phrases = {
  opening: ['I així comença.', 'Heus aquí el començament.', 'Apareix la primera imatge.'],
  light: {
    dark: ['La imatge és fosca.', 'La major part queda en la foscor.', 'Aquí hi ha molt poca llum.'],
    dim: ['La llum és feble.', 'Aquí només hi cau una mica de llum.', 'La imatge és en penombra.'],
    bright: ['La imatge és plena de llum.', 'Tot és lluminós.', 'Aquí la llum abunda.'],
  },
  contrast: {
    soft: ['La llum i l’ombra són molt a prop.', 'Els tons són suaus.'],
    strong: ['La llum i l’ombra són molt lluny.', 'El contrast és fort.'],
  },
  colours: [
    'El que omple la imatge: {colours}.',
    'Sobretot s’hi veu: {colours}.',
    'Davant dels ulls: {colours}.',
  ],
  temperature: {
    warm: ['Els colors són càlids.', 'Un to càlid cobreix la imatge.'],
    cool: ['Els colors són freds.', 'Un to fred cobreix la imatge.'],
  },
  detail: {
    plain: ['Grans superfícies tranquil·les omplen la vista.', 'Hi ha pocs detalls.'],
    busy: ['Molts petits detalls omplen la vista.', 'Hi ha molt per mirar.'],
  },
  change: {
    cut: ['Ara la imatge és una altra.', 'L’escena canvia.', 'Apareix una imatge nova.'],
    strong: ['Hi ha molt de moviment.', 'Moltes coses canvien alhora.', 'La imatge és plena de moviment.'],
    gentle: [
      'Alguna cosa es mou suaument.',
      'La imatge canvia a poc a poc.',
      'Continua un moviment tranquil.',
    ],
    still: ['Gairebé res no es mou.', 'La imatge reposa.', 'Per un moment tot queda com estava.'],
  },
  trend: {
    brighter: ['Es fa més clar.', 'Hi arriba més llum.'],
    darker: ['Es fa més fosc.', 'La llum s’esvaeix.'],
  },
  clock: ['Temps transcorregut: {time}.', 'Al rellotge: {time}.'],
  halfway: ['Ja n’ha passat la meitat.', 'Som al bell mig.'],
  bridge: ['Continuem mirant.', 'I així continua.', 'Aturem-nos un moment a mirar.', 'Encara hi ha més.'],
  ending: ['I aquest és el final.', 'Aquí s’acaba.', 'Amb aquesta imatge es tanca.'],
  colourNames: {
    black: 'negre',
    white: 'blanc',
    grey: 'gris',
    red: 'vermell',
    orange: 'taronja',
    yellow: 'groc',
    green: 'verd',
    turquoise: 'turquesa',
    blue: 'blau',
    purple: 'lila',
    pink: 'rosa',
    brown: 'marró',
  },
};
