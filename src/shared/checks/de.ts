import { findPhrases, listColourWords, type WordRules } from './word-rules.ts';

/** An adjective in all its forms. */
function inflect(...stems: readonly string[]): string {
  return stems.flatMap(stem => ['', 'e', 'em', 'en', 'er', 'es'].map(ending => stem + ending)).join('|');
}

/** The perfect is no fault: "sie hat die Augen geschlossen" tells how she sits there now. */
export const german: WordRules = {
  'present-tense': findPhrases({
    passes: [
      'wird|werden *t',
      // Only main verbs count, which clauses with these do not have.
      'wie|als|nachdem|bevor|ehe|seit|seitdem|bis|wo|woher|wohin|was|wer|weil|dass|ob|obwohl|sobald|solange|während|wenn|falls ~',
      ', mit|von|zu|in|an|auf|bei|nach|aus|über|unter|vor|hinter? der|die|das|den|dem|denen|deren|dessen ~',
    ],
    find: [
      // Only small letters: Stand, Zug, Griff, Schloss and Band are nouns.
      '=war|waren|wurde|wurden|hatte|hatten|ging|gingen|kam|kamen|sah|sahen|stand|standen|saß|saßen|lag|lagen|lief|liefen|nahm|nahmen|gab|gaben|hielt|hielten|trug|trugen|zog|zogen|fuhr|fuhren|fiel|fielen|ließ|ließen|rief|riefen|sprach|sprachen|schrieb|schrieben|las|trat|traten|schlug|schlugen|begann|begannen|blieb|blieben|fand|fanden|flog|flogen|griff|hob|hoben|schloss|sprang|sprangen|warf|wusste|dachte|brachte|konnte|konnten|musste|mussten|wollte|wollten|machte|sagte|fragte|lachte|lachten|lächelte|blickte|schaute|schauten|öffnete|drehte|setzte|setzten|legte|stellte|wartete|warteten|nickte|rannte|rannten|erschien|verschwand|verließ|betrat|erreichte|küsste|umarmte|winkte|tanzte|tanzten|arbeitete|spielte|spielten',
      'wird|werden … gehen|kommen|sehen|sein|haben|machen|finden|sterben|springen|fallen|öffnen|töten|helfen|verlieren|gewinnen|bleiben|treffen|nehmen|fahren|laufen|sagen|schießen|fliehen $',
    ],
  }),
  'no-we': findPhrases({
    find: [
      'wir|uns|ich|mich|mir|du|dich|dir',
      inflect('unser', 'mein', 'dein'),
      'man sieht|erkennt|hört|kann|schaut|blickt|bemerkt',
      'sieht|erkennt|hört|kann|schaut|blickt|bemerkt *? man',
      'der|dem|den Zuschauer|Betrachter',
    ],
  }),
  'no-camera-words': findPhrases({
    passes: ['aus dem Bild geschnitten|herausgeschnitten'],
    find: [
      'Nahaufnahme|Nahaufnahmen|Großaufnahme|Großaufnahmen|Detailaufnahme|Detailaufnahmen|Luftaufnahme|Luftaufnahmen|Kamerafahrt|Kameraschwenk|Bildausschnitt|Überblendung|Abblende|Aufblende|Bildschnitt|Halbtotale',
      'der|die|eine Totale|Totalen',
      'Zoom auf|in',
      'zoomt|zoomen|heranzoomt|herangezoomt|herauszoomt|herausgezoomt|hineinzoomt|hineingezoomt',
      'die Kamera *? fährt|schwenkt|zoomt|folgt|zeigt|gleitet|bewegt|nähert|verharrt|kippt|kreist|zieht|fokussiert|wandert|entfernt',
      '^ Schnitt|Schwenk|Blende auf|zu|zum|zur|nach|über|in|ins',
      '^ Schnitt|Schwenk|Blende $',
      'schwenkt die|das Kamera|Bild',
      'kommt|tritt|läuft|geht|rückt|fährt *? *? *? ins Bild',
      'aus dem Bild',
      'im Off',
      'in der|dieser nächsten? Einstellung',
      'das|die|der Bild|Szene|Film *? blendet|schneidet',
      'das|die|der Bild|Szene|Film *? wechselt zu',
    ],
  }),
  'no-interpretation': findPhrases({
    passes: ['Sonne|Mond|Licht|Lampe|Laterne|Strahl scheint|scheinen'],
    find: [
      'scheint|scheinen … zu *en',
      'scheint|scheinen … *zuhaben|*zusein|*zuwarten|*zugehen',
      'anscheinend|scheinbar|offenbar|offensichtlich|vermutlich|wahrscheinlich|vielleicht|möglicherweise|sicherlich|leider|glücklicherweise|natürlich|eindeutig',
      'zum Glück',
      'wie immer|üblich',
      'denkt|hofft|bereut|ahnt|begreift|beschließt|möchte',
      'erinnert|fühlt sich',
      'weiß , dass|was|wer|wie|wo|ob',
      '=traurig|wütend|nervös|ängstlich|glücklich|verzweifelt|eifersüchtig|enttäuscht|erleichtert|verliebt|gelangweilt|besorgt|aufgeregt|stolz|liebevoll|fröhlich|misstrauisch|zufrieden',
      inflect('wunderschön', 'herrlich', 'atemberaubend', 'malerisch', 'beeindruckend', 'hässlich'),
      inflect('idyllisch', 'traumhaft', 'unheimlich', 'großartig', 'bezaubernd', 'hübsch', 'majestätisch'),
    ],
  }),
  'say-it-directly': findPhrases({
    passes: [
      'nur|kein|keine|keinen|keiner|keinem|nicht|niemand|nichts|noch|kaum … zu sehen|erkennen',
      'nur|kein|keine|keinen|keiner|keinem|nicht|niemand|nichts|noch|kaum … gezeigt',
    ],
    find: [
      'in dieser Szene|Sequenz|Aufnahme',
      'in der|einer nächsten|folgenden|weiteren Szene|Sequenz|Aufnahme',
      'in diesem Video|Clip|Film',
      'im Video',
      'das|der|die Video|Film|Szene|Clip|Aufnahme zeigt|handelt',
      'das|der|die Video|Film|Szene|Clip|Aufnahme beginnt mit',
      'ist|sind … zu sehen|erkennen',
      'wird|werden … gezeigt',
    ],
  }),
  listColours: listColourWords(
    /^(?:dunkel|hell|knall|tief)?(rot|blau|grün|gelb|braun|schwarz|weiß|grau|orange|lila|violett|rosa|türkis|beige)(?:e[mnrs]?)?$/u,
    /flagge|fahne|kabel|draht|ampel|taste|kn[oö]pf|trikot/iu,
  ),
  longestSentence: 28,
};
