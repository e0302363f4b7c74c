import type { Phrases } from './phrases.ts';

export const english: Phrases = {
  opening: ['And so it begins.', 'Here is how it starts.', 'The first picture appears.'],
  light: {
    dark: ['The picture is dark.', 'Most of it lies in darkness.', 'Very little light here.'],
    dim: ['The light is low.', 'Only a little light falls here.', 'The picture is rather dim.'],
    bright: ['The picture is full of light.', 'Everything is bright.', 'Plenty of light here.'],
  },
  contrast: {
    soft: ['Light and shade lie close together.', 'The tones are soft.'],
    strong: ['Light and shade stand far apart.', 'The contrast is strong.'],
  },
  colours: [
    'What fills the picture: {colours}.',
    'Seen here above all: {colours}.',
    'Before our eyes: {colours}.',
  ],
  temperature: {
    warm: ['The colours feel warm.', 'A warm tone lies over the picture.'],
    cool: ['The colours feel cool.', 'A cool tone lies over the picture.'],
  },
  detail: {
    plain: ['Large, calm areas fill the view.', 'There are few details.'],
    busy: ['Many small details fill the view.', 'There is much to look at.'],
  },
  change: {
    cut: ['Now the picture is a different one.', 'The scene changes.', 'A new picture appears.'],
    strong: ['There is a lot of movement.', 'Much changes at once.', 'The picture is full of motion.'],
    gentle: ['Something moves, gently.', 'The picture changes little by little.', 'A calm movement goes on.'],
    still: ['Almost nothing moves.', 'The picture rests.', 'For a moment everything stays as it was.'],
  },
  trend: {
    brighter: ['It grows brighter.', 'More light comes in.'],
    darker: ['It grows darker.', 'The light fades.'],
  },
  clock: ['Time so far: {time}.', 'On the clock: {time}.'],
  halfway: ['Half of it has passed.', 'This is the middle.'],
  bridge: ['Let us keep watching.', 'And so it goes on.', 'Take a moment to look.', 'There is more to come.'],
  ending: ['And that is the end.', 'Here it ends.', 'With this picture, it closes.'],
  colourNames: {
    black: 'black',
    white: 'white',
    grey: 'grey',
    red: 'red',
    orange: 'orange',
    yellow: 'yellow',
    green: 'green',
    turquoise: 'turquoise',
    blue: 'blue',
    purple: 'purple',
    pink: 'pink',
    brown: 'brown',
  },
};
