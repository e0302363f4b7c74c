import type { Phrases } from './phrases.ts';

export const portuguese: Phrases = {
  opening: ['E assim começa.', 'Este é o início.', 'Surge a primeira imagem.'],
  light: {
    dark: ['A imagem é escura.', 'A maior parte está mergulhada na escuridão.', 'Há muito pouca luz aqui.'],
    dim: ['A luz é fraca.', 'Apenas um pouco de luz chega até aqui.', 'A imagem está na penumbra.'],
    bright: ['A imagem está cheia de luz.', 'Tudo é luminoso.', 'Aqui, a luz é abundante.'],
  },
  contrast: {
    soft: ['Luz e sombra estão próximas uma da outra.', 'Os tons são suaves.'],
    strong: ['Luz e sombra contrastam com nitidez.', 'O contraste é forte.'],
  },
  colours: [
    'As cores que preenchem a imagem: {colours}.',
    'O que mais se vê aqui: {colours}.',
    'Diante dos nossos olhos: {colours}.',
  ],
  temperature: {
    warm: ['As cores são quentes.', 'Um tom quente envolve a imagem.'],
    cool: ['As cores são frias.', 'Um tom frio envolve a imagem.'],
  },
  detail: {
    plain: ['Grandes áreas calmas ocupam a imagem.', 'Há poucos detalhes.'],
    busy: ['Muitos pequenos detalhes preenchem a imagem.', 'Há muito para ver.'],
  },
  change: {
    cut: ['Agora a imagem é outra.', 'A cena muda.', 'Aparece uma nova imagem.'],
    strong: ['Há muito movimento.', 'Muita coisa muda ao mesmo tempo.', 'O movimento toma conta da imagem.'],
    gentle: ['Algo se move, suavemente.', 'A imagem muda pouco a pouco.', 'Um movimento calmo continua.'],
    still: ['Quase nada se move.', 'A imagem repousa.', 'Por um momento, tudo permanece como estava.'],
  },
  trend: {
    brighter: ['A imagem fica mais clara.', 'Chega mais luz.'],
    darker: ['A imagem fica mais escura.', 'A luz diminui.'],
  },
  clock: ['Tempo decorrido: {time}.', 'Desde o início: {time}.'],
  halfway: ['Metade já passou.', 'Este é o meio do caminho.'],
  bridge: [
    'Continuemos a observar.',
    'E assim prossegue.',
    'Vale a pena olhar com calma.',
    'Ainda há mais por vir.',
  ],
  ending: ['E este é o fim.', 'Aqui termina.', 'Com esta imagem, tudo se encerra.'],
  colourNames: {
    black: 'preto',
    white: 'branco',
    grey: 'cinza',
    red: 'vermelho',
    orange: 'laranja',
    yellow: 'amarelo',
    green: 'verde',
    turquoise: 'turquesa',
    blue: 'azul',
    purple: 'roxo',
    pink: 'rosa',
    brown: 'castanho',
  },
};
