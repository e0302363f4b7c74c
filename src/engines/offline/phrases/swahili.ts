import type { Phrases } from './phrases.ts';

export const swahili: Phrases = {
  opening: ['Na hivi ndivyo inavyoanza.', 'Huu ndio mwanzo.', 'Picha ya kwanza inaonekana.'],
  light: {
    dark: ['Picha ina giza.', 'Sehemu kubwa imo gizani.', 'Hapa kuna mwanga mdogo sana.'],
    dim: ['Mwanga ni hafifu.', 'Mwanga kidogo tu ndio unaofika hapa.', 'Picha ina mwanga uliofifia.'],
    bright: ['Picha imejaa mwanga.', 'Kote kuna mwangaza.', 'Hapa kuna mwanga mwingi.'],
  },
  contrast: {
    soft: ['Mwanga na kivuli vinakaribiana.', 'Mpito kati ya mwanga na kivuli ni laini.'],
    strong: ['Mwanga na kivuli vinatofautiana sana.', 'Tofauti kati ya mwanga na giza ni dhahiri.'],
  },
  colours: [
    'Rangi: {colours}.',
    'Rangi zinazoijaza picha: {colours}.',
    'Rangi zinazoonekana zaidi hapa: {colours}.',
  ],
  temperature: {
    warm: ['Rangi zina hisia ya joto.', 'Rangi ya joto imetanda juu ya picha.'],
    cool: ['Rangi zina hisia ya ubaridi.', 'Rangi ya ubaridi imetanda juu ya picha.'],
  },
  detail: {
    plain: ['Sehemu kubwa na tulivu zinaijaza picha.', 'Kuna mambo machache ya kutazama.'],
    busy: ['Picha imejaa mambo madogo madogo.', 'Kuna mengi ya kutazama.'],
  },
  change: {
    cut: ['Sasa picha ni nyingine.', 'Mandhari inabadilika.', 'Picha mpya inatokea.'],
    strong: ['Kuna mwendo mwingi.', 'Mengi yanabadilika kwa wakati mmoja.', 'Picha imejaa miondoko.'],
    gentle: [
      'Kuna kinachosogea polepole.',
      'Picha inabadilika kidogo kidogo.',
      'Mwendo wa utulivu unaendelea.',
    ],
    still: [
      'Karibu hakuna kinachosogea.',
      'Picha imetulia.',
      'Kwa muda mfupi, kila kitu kinabaki kama kilivyokuwa.',
    ],
  },
  trend: {
    brighter: ['Mwangaza unaongezeka.', 'Picha inazidi kuwa na mwanga.'],
    darker: ['Giza linaongezeka.', 'Mwanga unafifia.'],
  },
  clock: ['Muda uliopita: {time}.', 'Muda tangu mwanzo: {time}.'],
  halfway: ['Nusu imeshapita.', 'Hapa ni katikati.'],
  bridge: [
    'Tuendelee kutazama.',
    'Na video inaendelea.',
    'Hebu tutazame kwa utulivu.',
    'Bado kuna mengine yanayokuja.',
  ],
  ending: ['Na huo ndio mwisho.', 'Hapa ndipo inapoishia.', 'Inahitimishwa kwa picha hii.'],
  colourNames: {
    black: 'nyeusi',
    white: 'nyeupe',
    grey: 'kijivu',
    red: 'nyekundu',
    orange: 'machungwa',
    yellow: 'manjano',
    green: 'kijani',
    turquoise: 'feruzi',
    blue: 'bluu',
    purple: 'zambarau',
    pink: 'waridi',
    brown: 'kahawia',
  },
};
