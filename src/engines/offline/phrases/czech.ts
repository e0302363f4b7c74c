import type { Phrases } from './phrases.ts';

export const czech: Phrases = {
  opening: ['A tak to začíná.', 'Tady je začátek.', 'Objevuje se první obraz.'],
  light: {
    dark: ['Obraz je tmavý.', 'Většina se ztrácí ve tmě.', 'Světla je tu velmi málo.'],
    dim: ['Světlo je slabé.', 'Dopadá sem jen trocha světla.', 'Obraz je v přítmí.'],
    bright: ['Obraz je plný světla.', 'Všechno je světlé.', 'Světla je tu hojnost.'],
  },
  contrast: {
    soft: ['Světlo a stín jsou si blízké.', 'Tóny jsou měkké.'],
    strong: ['Světlo a stín jsou si vzdálené.', 'Kontrast je silný.'],
  },
  colours: ['Obraz vyplňuje: {colours}.', 'Nejvíc je tu vidět: {colours}.', 'Před našima očima: {colours}.'],
  temperature: {
    warm: ['Barvy působí teple.', 'Obraz má teplý nádech.'],
    cool: ['Barvy působí chladně.', 'Obraz má chladný nádech.'],
  },
  detail: {
    plain: ['Obraz tvoří velké, klidné plochy.', 'Podrobností je málo.'],
    busy: ['Obraz tvoří množství drobných podrobností.', 'Je se na co dívat.'],
  },
  change: {
    cut: ['Teď je obraz jiný.', 'Scéna se mění.', 'Objevuje se nový obraz.'],
    strong: ['Je tu spousta pohybu.', 'Mnohé se mění naráz.', 'Obraz je plný pohybu.'],
    gentle: ['Něco se zvolna pohybuje.', 'Obraz se mění kousek po kousku.', 'Klidný pohyb pokračuje.'],
    still: ['Téměř nic se nehýbe.', 'Obraz odpočívá.', 'Na chvíli zůstává vše, jak bylo.'],
  },
  trend: {
    brighter: ['Rozjasňuje se.', 'Světla přibývá.'],
    darker: ['Obraz tmavne.', 'Světla ubývá.'],
  },
  clock: ['Dosud uplynulo: {time}.', 'Na hodinách: {time}.'],
  halfway: ['Polovina je za námi.', 'Jsme uprostřed.'],
  bridge: [
    'Dívejme se dál.',
    'A tak to plyne dál.',
    'Na okamžik se zastavme a dívejme se.',
    'Ještě není konec.',
  ],
  ending: ['A to je konec.', 'Tady to končí.', 'Tímto obrazem se vše uzavírá.'],
  colourNames: {
    black: 'černá',
    white: 'bílá',
    grey: 'šedá',
    red: 'červená',
    orange: 'oranžová',
    yellow: 'žlutá',
    green: 'zelená',
    turquoise: 'tyrkysová',
    blue: 'modrá',
    purple: 'fialová',
    pink: 'růžová',
    brown: 'hnědá',
  },
};
