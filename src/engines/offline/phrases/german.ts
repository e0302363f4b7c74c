import type { Phrases } from './phrases.ts';

export const german: Phrases = {
  opening: ['Und so beginnt es.', 'Hier nimmt alles seinen Anfang.', 'Das erste Bild erscheint.'],
  light: {
    dark: ['Das Bild ist dunkel.', 'Das meiste liegt im Dunkeln.', 'Hier gibt es kaum Licht.'],
    dim: ['Das Licht ist gedämpft.', 'Hier fällt nur wenig Licht ein.', 'Das Bild wirkt dämmrig.'],
    bright: ['Das Bild ist voller Licht.', 'Alles ist hell.', 'Licht gibt es hier reichlich.'],
  },
  contrast: {
    soft: ['Licht und Schatten liegen nah beieinander.', 'Die Kontraste sind weich.'],
    strong: ['Licht und Schatten stehen hart gegeneinander.', 'Der Kontrast ist stark.'],
  },
  colours: ['Die Farben: {colours}.', 'Was das Bild füllt: {colours}.', 'Vor allem zu sehen: {colours}.'],
  temperature: {
    warm: ['Die Farben wirken warm.', 'Ein warmer Ton liegt über dem Bild.'],
    cool: ['Die Farben wirken kühl.', 'Ein kühler Ton liegt über dem Bild.'],
  },
  detail: {
    plain: ['Große, ruhige Flächen füllen das Bild.', 'Einzelheiten gibt es wenige.'],
    busy: ['Viele kleine Einzelheiten füllen das Bild.', 'Es gibt viel zu sehen.'],
  },
  change: {
    cut: ['Nun ist es ein anderes Bild.', 'Die Szene wechselt.', 'Ein neues Bild erscheint.'],
    strong: ['Es ist viel in Bewegung.', 'Vieles ändert sich auf einmal.', 'Das Bild ist voller Bewegung.'],
    gentle: [
      'Etwas bewegt sich sacht.',
      'Das Bild wandelt sich nach und nach.',
      'Ruhig geht die Bewegung weiter.',
    ],
    still: ['Fast nichts bewegt sich.', 'Das Bild ruht.', 'Für einen Augenblick bleibt alles, wie es war.'],
  },
  trend: {
    brighter: ['Es wird heller.', 'Mehr Licht kommt hinzu.'],
    darker: ['Es wird dunkler.', 'Das Licht schwindet.'],
  },
  clock: ['Bisher vergangen: {time}.', 'Zeit seit dem Anfang: {time}.'],
  halfway: ['Die Hälfte ist vorbei.', 'Das ist die Mitte.'],
  bridge: [
    'Schauen wir weiter zu.',
    'Und weiter geht es.',
    'Nehmen wir uns einen Moment zum Schauen.',
    'Es kommt noch mehr.',
  ],
  ending: ['Und damit ist es zu Ende.', 'Hier endet es.', 'Mit diesem Bild klingt es aus.'],
  colourNames: {
    black: 'Schwarz',
    white: 'Weiß',
    grey: 'Grau',
    red: 'Rot',
    orange: 'Orange',
    yellow: 'Gelb',
    green: 'Grün',
    turquoise: 'Türkis',
    blue: 'Blau',
    purple: 'Violett',
    pink: 'Rosa',
    brown: 'Braun',
  },
};
