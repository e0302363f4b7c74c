import type { Phrases } from './phrases.ts';

export const french: Phrases = {
  opening: ['C’est ainsi que tout commence.', 'Voici le début.', 'La première image apparaît.'],
  light: {
    dark: ['L’image est sombre.', 'L’obscurité domine.', 'Il y a ici très peu de lumière.'],
    dim: [
      'La lumière est faible.',
      'Seul un peu de clarté parvient jusqu’ici.',
      'L’image est plongée dans la pénombre.',
    ],
    bright: ['L’image est baignée de lumière.', 'Tout est lumineux.', 'Ici, la lumière abonde.'],
  },
  contrast: {
    soft: ['L’ombre et la lumière restent proches.', 'Les tons sont doux.'],
    strong: ['L’ombre et la lumière s’opposent nettement.', 'Les contrastes sont marqués.'],
  },
  colours: [
    'Les couleurs\u00a0: {colours}.',
    'Les teintes dominantes\u00a0: {colours}.',
    'Ce que l’on voit surtout\u00a0: {colours}.',
  ],
  temperature: {
    warm: ['Les couleurs sont chaudes.', 'Une teinte chaude enveloppe l’image.'],
    cool: ['Les couleurs sont froides.', 'Une teinte froide enveloppe l’image.'],
  },
  detail: {
    plain: ['De grandes surfaces calmes occupent l’image.', 'Les détails sont rares.'],
    busy: ['L’image fourmille de petits détails.', 'Il y a beaucoup à voir.'],
  },
  change: {
    cut: ['L’image n’est plus la même.', 'La scène change.', 'Une nouvelle image se présente.'],
    strong: [
      'Il y a beaucoup de mouvement.',
      'Bien des choses changent à la fois.',
      'Le mouvement emplit l’image.',
    ],
    gentle: [
      'Quelque chose bouge, doucement.',
      'L’image change peu à peu.',
      'Un mouvement paisible se poursuit.',
    ],
    still: ['Presque rien ne bouge.', 'L’image est au repos.', 'Pendant un instant, tout demeure inchangé.'],
  },
  trend: {
    brighter: ['L’image s’éclaircit.', 'La lumière gagne du terrain.'],
    darker: ['L’image s’assombrit.', 'La lumière décline.'],
  },
  clock: ['Temps écoulé\u00a0: {time}.', 'Depuis le début\u00a0: {time}.'],
  halfway: ['La moitié est passée.', 'Nous voici au milieu.'],
  bridge: [
    'Continuons de regarder.',
    'Et le film suit son cours.',
    'Prenons le temps de regarder.',
    'Il reste encore à voir.',
  ],
  ending: ['Et c’est la fin.', 'C’est ici que tout s’achève.', 'Cette image sera la dernière.'],
  colourNames: {
    black: 'noir',
    white: 'blanc',
    grey: 'gris',
    red: 'rouge',
    orange: 'orange',
    yellow: 'jaune',
    green: 'vert',
    turquoise: 'turquoise',
    blue: 'bleu',
    purple: 'violet',
    pink: 'rose',
    brown: 'marron',
  },
};
