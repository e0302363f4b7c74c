import type { Phrases } from './phrases.ts';

export const polish: Phrases = {
  opening: ['Tak to się zaczyna.', 'Oto początek.', 'Pojawia się pierwszy obraz.'],
  light: {
    dark: ['Obraz jest ciemny.', 'Większość obrazu tonie w mroku.', 'Światła jest tu bardzo mało.'],
    dim: ['Światło jest słabe.', 'Dociera tu tylko odrobina światła.', 'Obraz pogrążony jest w półmroku.'],
    bright: ['Obraz jest pełen światła.', 'Jest bardzo jasno.', 'Światła jest tu pod dostatkiem.'],
  },
  contrast: {
    soft: ['Światło i cień są sobie bliskie.', 'Tony są łagodne.'],
    strong: ['Światło i cień wyraźnie się od siebie odcinają.', 'Kontrast jest silny.'],
  },
  colours: [
    'Kolory, które wypełniają obraz: {colours}.',
    'Barwy, które widać tu przede wszystkim: {colours}.',
    'Kolory przed naszymi oczami: {colours}.',
  ],
  temperature: {
    warm: ['Barwy są ciepłe.', 'Obraz ma ciepły odcień.'],
    cool: ['Barwy są chłodne.', 'Obraz ma chłodny odcień.'],
  },
  detail: {
    plain: ['Obraz wypełniają duże, spokojne płaszczyzny.', 'Szczegółów jest niewiele.'],
    busy: ['Obraz wypełnia mnóstwo drobnych szczegółów.', 'Jest na co popatrzeć.'],
  },
  change: {
    cut: ['Teraz obraz jest już inny.', 'Scena się zmienia.', 'Pojawia się nowy obraz.'],
    strong: ['Jest tu dużo ruchu.', 'Wiele zmienia się naraz.', 'Obraz jest pełen ruchu.'],
    gentle: ['Coś delikatnie się porusza.', 'Obraz zmienia się powoli.', 'Spokojny ruch trwa.'],
    still: [
      'Prawie nic się nie porusza.',
      'Obraz trwa w bezruchu.',
      'Przez chwilę wszystko pozostaje tak, jak było.',
    ],
  },
  trend: {
    brighter: ['Robi się jaśniej.', 'Przybywa światła.'],
    darker: ['Robi się ciemniej.', 'Światło przygasa.'],
  },
  clock: ['Czas, który upłynął: {time}.', 'Czas od początku: {time}.'],
  halfway: ['Połowa już za nami.', 'Jesteśmy w połowie drogi.'],
  bridge: [
    'Patrzmy dalej.',
    'I tak to się toczy dalej.',
    'Zatrzymajmy na chwilę wzrok.',
    'To jeszcze nie wszystko.',
  ],
  ending: ['I to już koniec.', 'Tutaj wszystko się kończy.', 'Ten obraz zamyka całość.'],
  colourNames: {
    black: 'czarny',
    white: 'biały',
    grey: 'szary',
    red: 'czerwony',
    orange: 'pomarańczowy',
    yellow: 'żółty',
    green: 'zielony',
    turquoise: 'turkusowy',
    blue: 'niebieski',
    purple: 'fioletowy',
    pink: 'różowy',
    brown: 'brązowy',
  },
};
