import type { Phrases } from './phrases.ts';

export const italian: Phrases = {
  opening: ['E così comincia.', 'Ecco l’inizio.', 'Appare la prima immagine.'],
  light: {
    dark: ['L’immagine è scura.', 'Gran parte è immersa nel buio.', 'Qui c’è pochissima luce.'],
    dim: ['La luce è fioca.', 'Qui arriva solo un po’ di luce.', 'L’immagine è in penombra.'],
    bright: ['L’immagine è piena di luce.', 'Tutto è luminoso.', 'Qui la luce abbonda.'],
  },
  contrast: {
    soft: ['Luce e ombra si distinguono appena.', 'I toni sono morbidi.'],
    strong: ['Luce e ombra si separano nettamente.', 'Il contrasto è forte.'],
  },
  colours: [
    'I colori: {colours}.',
    'A riempire l’immagine: {colours}.',
    'Qui si vede soprattutto: {colours}.',
  ],
  temperature: {
    warm: ['I colori sono caldi.', 'Una tonalità calda avvolge l’immagine.'],
    cool: ['I colori sono freddi.', 'Una tonalità fredda avvolge l’immagine.'],
  },
  detail: {
    plain: ['Ampie superfici tranquille riempiono l’immagine.', 'I dettagli sono pochi.'],
    busy: ['Tanti piccoli dettagli riempiono l’immagine.', 'C’è molto da guardare.'],
  },
  change: {
    cut: ['Ora l’immagine è un’altra.', 'La scena cambia.', 'Compare una nuova immagine.'],
    strong: ['C’è molto movimento.', 'Tante cose cambiano insieme.', 'L’immagine è piena di movimento.'],
    gentle: [
      'Qualcosa si muove, piano.',
      'L’immagine cambia a poco a poco.',
      'Un movimento tranquillo prosegue.',
    ],
    still: ['Quasi nulla si muove.', 'L’immagine riposa.', 'Per un momento tutto resta com’era.'],
  },
  trend: {
    brighter: ['L’immagine si fa più chiara.', 'La luce cresce.'],
    darker: ['L’immagine si fa più scura.', 'La luce si affievolisce.'],
  },
  clock: ['Tempo trascorso: {time}.', 'Dall’inizio fino a qui: {time}.'],
  halfway: ['La prima metà è trascorsa.', 'Eccoci a metà.'],
  bridge: [
    'Continuiamo a guardare.',
    'E si va avanti.',
    'Fermiamoci un attimo a osservare.',
    'Non è ancora finita.',
  ],
  ending: ['E questa è la fine.', 'Tutto finisce qui.', 'Si chiude con questa immagine.'],
  colourNames: {
    black: 'nero',
    white: 'bianco',
    grey: 'grigio',
    red: 'rosso',
    orange: 'arancione',
    yellow: 'giallo',
    green: 'verde',
    turquoise: 'turchese',
    blue: 'blu',
    purple: 'viola',
    pink: 'rosa',
    brown: 'marrone',
  },
};
