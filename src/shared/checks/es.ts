import { findPhrases, listColourWords, type WordRules } from './word-rules.ts';

/** Adjectives in both genders and numbers. */
function inflect(...stems: readonly string[]): string {
  return stems.flatMap(stem => ['o', 'a', 'os', 'as'].map(ending => stem + ending)).join('|');
}

const moods = `triste|tristes|feliz|felices|${inflect('content', 'enfadad', 'nervios', 'asustad', 'preocupad', 'orgullos', 'celos', 'aliviad', 'avergonzad', 'emocionad', 'aburrid', 'enamorad', 'decepcionad', 'furios', 'confundid')}`;
const print = 'texto|título|palabra|palabras|letras|rótulo|nombre|logotipo|subtítulo|“”';
const infinitive = '*ar|*er|*ir|*arse|*erse|*irse|*arlo|*arla|*arlos|*arlas|*arle|*erlo|*erla|*irlo|*irla';

export const spanish: WordRules = {
  'present-tense': findPhrases({
    passes: [
      // Only main verbs count, which clauses with these do not have.
      'como|que|cuando|donde|quien|quienes|cuyo|cuya|cuyos|cuyas|porque|si|aunque|mientras ~',
      // Nouns and presents with such endings.
      'capó|plató|dominó|rococó|buró|chapó|bongó|caló|paletó|popó|yoyó|bungaló|landó',
      'acaba|acaban|graba|graban|alaba|alaban|traba|traban|socaba|socaban|sílaba|aldaba|guayaba|haba|baba',
      'refrán|alacrán|azafrán|catamarán',
      'la|una|nueva|esta|otra|cada era',
      'va|van a bar|mar|lugar',
    ],
    find: [
      '*ó',
      '*aron|*ieron|*jeron|fueron',
      'fue|hizo|tuvo|estuvo|pudo|puso|quiso|supo|trajo|anduvo|dio|vio|hubo|dijo|condujo',
      'vino hacia|corriendo|desde',
      '*aba|*aban',
      'era|eran|había|habían|tenía|tenían|iba|iban|hacía|hacían|parecía|parecían|podía|podían|quería|querían|veía|veían|decía|decían|vivía|vivían|sabía|sabían|venía|venían|salía|salían|corría|corrían|sonreía|sonreían|llovía|dormía|dormían|leía|leían|comía|comían|bebía|bebían|escribía|escribían|subía|subían',
      '*rá|*rán',
      `va|van a ${infinitive}`,
    ],
  }),
  'no-we': findPhrases({
    find: [
      'nosotros|nosotras|nos|nuestro|nuestra|nuestros|nuestras',
      'vemos|veremos|vimos|observamos|podemos|estamos|encontramos|tenemos|oímos|seguimos|volvemos|contemplamos|descubrimos|sabemos|conocemos|entramos|vamos|notamos|apreciamos',
      'yo|tú|usted|ustedes|vosotros|vosotras',
      '=mi|mis',
      'puedes|podéis ver',
      'el|al espectador',
    ],
  }),
  'no-camera-words': findPhrases({
    passes: ['objetivo|con zoom'],
    find: [
      'en? primer|primerísimo plano',
      'plano general|medio|detalle|corto|largo|americano|cenital|picado|contrapicado|secuencia|aéreo',
      'contrapicado|contraplano|travelling|encuadre|zoom',
      'la cámara *mente? se acerca|aleja|mueve|desplaza|detiene|eleva',
      'la cámara *mente? sigue|muestra|recorre|enfoca|gira|panea|sube|baja|desciende|asciende|retrocede|avanza|nos',
      'fundido a|en|de',
      'funde a',
      'se funde a|con|en negro|blanco',
      'corte a',
      'fuera de plano|cuadro|campo',
      'entra en plano|cuadro|campo',
      'sale de plano|cuadro|campo',
      'toma aérea|cenital|general',
      'voz en off',
      'la|una vista? panorámica de|muestra|recorre',
    ],
  }),
  'no-interpretation': findPhrases({
    passes: ['parece|parecen un|una|unos|unas', 'piedra|piedras preciosa|preciosas'],
    find: [
      'parece|parecen|aparentemente|obviamente|evidentemente|probablemente|quizá|quizás|seguramente|posiblemente|afortunadamente|tristemente|felizmente|alegremente|nerviosamente|desesperadamente|orgullosamente|claramente|misteriosamente',
      'tal vez',
      'por desgracia|suerte',
      'como siempre',
      'piensa|piensan|recuerda|recuerdan|quiere|quieren|decide|deciden|teme|temen|desea|desean',
      'sabe que',
      'se siente|sienten',
      'se da cuenta',
      `está|están|mira|miran|observa|observan|sonríe|sonríen|camina|caminan|espera|esperan|sale|salen|entra|entran|responde|responden|lo|la|le *? *? *? ${moods}`,
      `se pone|ponen|queda|quedan *? *? *? ${moods}`,
      inflect('hermos', 'precios', 'bell', 'maravillos', 'idílic', 'majestuos'),
      'impresionante|impresionantes|espectacular|espectaculares|impactante|impactantes|encantador|encantadora|encantadores|encantadoras',
    ],
  }),
  'say-it-directly': findPhrases({
    passes: [`en pantalla … ${print}`, `${print} … en pantalla`],
    find: [
      'se puede|pueden ver|observar|apreciar',
      'se observa|observan|aprecia|aprecian',
      'en esta|otra escena|imagen|toma|secuencia',
      'en la siguiente|próxima escena|imagen|toma|secuencia',
      'en este|el vídeo|video|clip',
      'el|la vídeo|video|escena|película|clip|imagen muestra|presenta',
      'el|la vídeo|video|escena|película|clip|imagen comienza|empieza con',
      'aparece|aparecen? en pantalla',
    ],
  }),
  listColours: listColourWords(
    /^(roj|azul|verde|amarill|naranja|morad|marr|negr|blanc|gris|turquesa|violeta|rosad)(?:[oa]?s?|es|ón|ones)$/u,
    /bandera|cable|semáforo|bot[oó]n|camiseta|equipo/iu,
  ),
  longestSentence: 32,
};
