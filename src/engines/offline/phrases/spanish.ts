import type { Phrases } from './phrases.ts';

export const spanish: Phrases = {
  opening: ['Y así comienza.', 'Este es el principio.', 'Aparece la primera imagen.'],
  light: {
    dark: ['La imagen es oscura.', 'La mayor parte queda en la oscuridad.', 'Aquí hay muy poca luz.'],
    dim: ['La luz es tenue.', 'Apenas llega un poco de luz.', 'La imagen está en penumbra.'],
    bright: ['La imagen está llena de luz.', 'Todo es luminoso.', 'Aquí la luz abunda.'],
  },
  contrast: {
    soft: ['La luz y la sombra están muy próximas.', 'Los tonos son suaves.'],
    strong: ['La luz y la sombra se separan con nitidez.', 'El contraste es intenso.'],
  },
  colours: [
    'Los colores que llenan la imagen: {colours}.',
    'Lo que más se ve aquí: {colours}.',
    'Ante nuestros ojos: {colours}.',
  ],
  temperature: {
    warm: ['Los colores son cálidos.', 'Un tono cálido envuelve la imagen.'],
    cool: ['Los colores son fríos.', 'Un tono frío envuelve la imagen.'],
  },
  detail: {
    plain: ['Grandes superficies tranquilas ocupan la imagen.', 'Hay pocos detalles.'],
    busy: ['Muchos detalles pequeños llenan la imagen.', 'Hay mucho que mirar.'],
  },
  change: {
    cut: ['Ahora la imagen es otra.', 'La escena cambia.', 'Aparece una imagen nueva.'],
    strong: ['Hay mucho movimiento.', 'Cambian muchas cosas a la vez.', 'El movimiento llena la imagen.'],
    gentle: [
      'Algo se mueve con suavidad.',
      'La imagen cambia poco a poco.',
      'Un movimiento sereno continúa.',
    ],
    still: ['Casi nada se mueve.', 'La imagen reposa.', 'Por un momento, todo sigue como estaba.'],
  },
  trend: {
    brighter: ['La imagen se aclara.', 'Entra más luz.'],
    darker: ['La imagen se oscurece.', 'La luz se va apagando.'],
  },
  clock: ['Tiempo transcurrido: {time}.', 'Desde el comienzo: {time}.'],
  halfway: ['Ya ha pasado la mitad.', 'Estamos a mitad de camino.'],
  bridge: [
    'Sigamos mirando.',
    'Y así continúa.',
    'Detengamos un momento la mirada.',
    'Aún queda más por ver.',
  ],
  ending: ['Y este es el final.', 'Aquí termina.', 'Con esta imagen, todo concluye.'],
  colourNames: {
    black: 'negro',
    white: 'blanco',
    grey: 'gris',
    red: 'rojo',
    orange: 'naranja',
    yellow: 'amarillo',
    green: 'verde',
    turquoise: 'turquesa',
    blue: 'azul',
    purple: 'morado',
    pink: 'rosa',
    brown: 'marrón',
  },
};
