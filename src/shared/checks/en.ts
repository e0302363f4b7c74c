import { findPhrases, listColourWords, type WordRules } from './word-rules.ts';

/** Verbs whose past is told from their participle by what stands before and after them. */
const moved =
  'walked|looked|smiled|nodded|stepped|waited|laughed|cried|sighed|entered|arrived|appeared|disappeared|climbed|jumped|stared|glanced|waved|shouted|whispered|knocked|happened|continued|wanted|tried|grabbed|reached|hurried|leaped';
const showing = 'show|shows|depict|depicts|feature|features|display|displays|present|presents';
const nameOfPicture = 'scene|video|film|clip|footage|sequence|image';
const print =
  'text|title|word|words|caption|captions|subtitle|subtitles|logo|credit|credits|name|names|letters';

export const english: WordRules = {
  'present-tense': findPhrases({
    passes: [
      // Only main verbs count: what was before may be told in a clause that depends on them.
      'as|than|like|after|before|since|until|till|when|where|while|because|if|though|although|whether|how|why|that|which|who|whom|whose|what ~',
      'a|an|the|his|her|its|their|this|that|these|those *? * I|you|we|he|she|they|it ~',
      "has|have|*'s|*'ve got",
      '*eed|red|bed|sled|shed|wed|embed',
      `is|are|be|been|being|get|gets|has|have|having|a|an|the|half|just|his|her|their|its|of|with|*ly ${moved}`,
      `${moved} by`,
      "a|an|the|his|her|their|last|free|good|ill|own|this|that|living|god's will",
      'will power|of',
    ],
    find: [
      "was|wasn't|were|weren't|had|hadn't|did|didn't",
      'went|came|took|gave|ran|began|sat|stood|wore|drove|rode|wrote|threw|flew|grew|knew|drew|blew|shook|woke|broke|chose|froze|ate|fell|sang|drank|swam|hid|said|got',
      'I|you|we|he|she|they|it|who *ly|then|also? saw|rose|spoke|stole|lay|held|kept|left|found|made|sent|built|caught|bought|brought|thought|felt|lost|met|paid|led|heard|told|put|set|*ed',
      `* ${moved}`,
      '* pulled up|over',
      '* turned away|around|to',
      '=will',
      "*'ll",
      "is|are|*'s|*'re going to be|have|get|make|take|leave|kill|jump|fall|happen|open|do|say|see|meet|start|find|tell|die|win|lose",
    ],
  }),
  'no-we': findPhrases({
    passes: ['Xx I'],
    find: [
      "we|we're|we've|we'll|us|our|ours|ourselves|let's",
      "I|I'm|I've|I'll|I'd xx",
      'my|me|myself',
      "you|you're|you'll|you've|your|yours|yourself",
      'the viewer|viewers',
    ],
  }),
  'no-camera-words': findPhrases({
    passes: ['shot of whiskey|whisky|vodka|tequila|rum|gin|espresso|vaccine|insulin|brandy|schnapps'],
    find: [
      'close-up|close-ups|closeup|closeups|voice-over|voiceover|split-screen|POV|point-of-view',
      'in|extreme close up',
      'split screen',
      'establishing shot',
      'zoom|zooms|zoomed|zooming in|out|into|onto|on',
      'the|our camera|shot|view|picture *ly? moves|pans|zooms|tilts|follows|shows|reveals|pulls|focuses|cuts|circles|lingers|glides|tracks|sweeps|drifts|dollies|travels|widens',
      'the|our camera|shot|view|picture *ly? closes|pushes in',
      '^ smash|jump? cut|cuts to',
      '^ fade in|out|to|up',
      '^ dissolve to',
      '^ pan to|left|right|across|over|down|up',
      '^ tilt up|down',
      '^ back to the shot',
      'scene|shot|picture|film|video|movie|image *ly? cuts|fades|dissolves|switches to|out|in|back',
      'wide|long|medium|tracking|aerial|overhead|drone|reaction|low-angle|high-angle|slow-motion shot',
      '^ a|an|the|another|next|final *? shot of',
      'camera angle|angles',
      'from a low|high angle',
      'off-camera',
      'in|into frame',
      'out of frame',
      'enters|leaves|exits the? frame',
    ],
  }),
  'no-interpretation': findPhrases({
    passes: ['appear|appears to the|his|her|their|its'],
    find: [
      'seem|seems|seemingly|apparently|obviously|evidently|presumably|probably|perhaps|maybe|possibly|unfortunately|luckily|fortunately|clearly',
      'appear|appears to',
      'of course',
      'as usual|always',
      'must|might be',
      'he|she|it|who|Xx|man|woman|boy|girl|and *ly? thinks|realizes|realises|remembers|wonders|knows|decides|wants|intends|regrets|believes|hopes',
      'nervously|anxiously|angrily|happily|sadly|lovingly|proudly|jealously|guiltily|desperately|beautifully|elegantly|mysteriously|suspiciously|cheerfully|joyfully|gracefully|bravely|lazily',
      'is|are|look|looks|become|becomes|grow|grows|get|gets|feel|feels very|so|too|visibly|suddenly|still|deeply? happy|sad|angry|nervous|worried|afraid|scared|upset|confused|proud|jealous|relieved|ashamed|embarrassed|excited|bored|lonely|disappointed|furious|determined|suspicious|surprised|delighted|desperate',
      'is|are very|so|visibly|clearly|still|deeply? in love',
      'beautiful|gorgeous|stunning|breathtaking|magnificent|wonderful|amazing|spectacular|majestic|charming|picturesque|hideous|ugly|disgusting|creepy|impressive|idyllic|lovely',
    ],
  }),
  'say-it-directly': findPhrases({
    passes: [`${print} … on screen`, `${print} … on-screen`],
    find: [
      'in|during this|another scene|shot|clip|video|sequence|image',
      'in|during the next|following|opening|final scene|shot|clip|video|sequence|image',
      `the|this ${nameOfPicture} now? ${showing}`,
      `the|this ${nameOfPicture} now? opens|begins with|on`,
      'can now? be seen',
      'is|are seen|shown *ing|here|on-screen',
      'is|are seen|shown on screen',
      'appear|appears|is|are|comes|visible on-screen',
      'appear|appears|is|are|comes|visible on screen',
    ],
  }),
  listColours: listColourWords(
    /^(red|blue|green|yellow|orange|purple|pink|brown|black|white|gr[ae]y|turquoise|beige)(?:-\p{L}+)?$/u,
    /flag|\bwires?\b|cable|traffic light|button|\bteams?\b|jersey/iu,
  ),
  longestSentence: 30,
};
