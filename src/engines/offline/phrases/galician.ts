import type { Phrases } from './phrases.ts';

export const galician: Phrases = {
  opening: ['E así comeza.', 'Velaquí o comezo.', 'Aparece a primeira imaxe.'],
  light: {
    dark: ['A imaxe é escura.', 'A meirande parte queda na escuridade.', 'Hai moi pouca luz aquí.'],
    dim: ['A luz é tenue.', 'Aquí só chega un pouco de luz.', 'A imaxe está en penumbra.'],
    bright: ['A imaxe está chea de luz.', 'Todo é claridade.', 'A luz abonda aquí.'],
  },
  contrast: {
    soft: ['A luz e a sombra están moi próximas.', 'Os tons son suaves.'],
    strong: ['A luz e a sombra contrapóñense con forza.', 'O contraste é forte.'],
  },
  colours: [
    'As cores: {colours}.',
    'As cores que enchen a imaxe: {colours}.',
    'O que máis se ve aquí: {colours}.',
  ],
  temperature: {
    warm: ['As cores resultan cálidas.', 'Un ton cálido envolve a imaxe.'],
    cool: ['As cores resultan frías.', 'Un ton frío envolve a imaxe.'],
  },
  detail: {
    plain: ['Grandes superficies tranquilas ocupan a imaxe.', 'Hai poucos detalles.'],
    busy: ['Moitos detalles pequenos enchen a imaxe.', 'Hai moito que ver.'],
  },
  change: {
    cut: ['Agora a imaxe é outra.', 'A escena cambia.', 'Xorde unha imaxe nova.'],
    strong: ['Hai moito movemento.', 'Cambian moitas cousas á vez.', 'A imaxe está chea de movemento.'],
    gentle: [
      'Algo se move con suavidade.',
      'A imaxe vai cambiando aos poucos.',
      'O movemento continúa, tranquilo.',
    ],
    still: ['Case nada se move.', 'A imaxe repousa.', 'Por un intre, todo queda como estaba.'],
  },
  trend: {
    brighter: ['A imaxe vaise aclarando.', 'Entra máis luz.'],
    darker: ['A imaxe vaise escurecendo.', 'A luz esmorece.'],
  },
  clock: ['Tempo transcorrido: {time}.', 'Desde o comezo: {time}.'],
  halfway: ['Xa pasou a metade.', 'Este é o punto medio.'],
  bridge: ['Sigamos mirando.', 'E así continúa.', 'Paremos un momento a mirar.', 'Aínda queda máis por vir.'],
  ending: ['E esta é a fin.', 'Aquí remata.', 'Esta imaxe é a derradeira.'],
  colourNames: {
    black: 'negro',
    white: 'branco',
    grey: 'gris',
    red: 'vermello',
    orange: 'laranxa',
    yellow: 'amarelo',
    green: 'verde',
    turquoise: 'turquesa',
    blue: 'azul',
    purple: 'morado',
    pink: 'rosa',
    brown: 'marrón',
  },
};
