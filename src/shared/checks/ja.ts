import type { FindWords, WordRules } from './word-rules.ts';

interface Patterns {
  /** What it matches is not looked at. */
  readonly passes?: RegExp;
  /** Where it matches, nothing is found. */
  readonly unless?: RegExp;
  /** The group is what breaks the rule. */
  readonly find: RegExp;
}

/** Japanese has no spaces between words, so patterns are searched in the text. */
function findPatterns(...list: readonly Patterns[]): FindWords {
  return ({ text }) => {
    for (const { passes, unless, find } of list) {
      const looked = passes ? text.replace(passes, found => '＿'.repeat(found.length)) : text;
      const found = unless?.test(text) ? undefined : find.exec(looked)?.[1];
      if (found) return withContext(text, looked.lastIndexOf(found), found);
    }
    return undefined;
  };
}

const minShown = 3;
const shownBefore = 4;

/** A single sign, such as た, says more with what stands before it. */
function withContext(text: string, at: number, found: string): string {
  if (found.length >= minShown) return found;
  const before = text.slice(Math.max(0, at - shownBefore), at).split(/[\s、。！？“”]/u);
  return `${before.at(-1)}${found}`;
}

/** 〜ている is the present of description; a past before a noun (コートを着た男) tells how it looks now. */
export const japanese: WordRules = {
  'present-tense': findPatterns({
    passes: /ふた|ひなた|かなた|あなた|すがた|ぶた|うた|あした|なんだ|のんだ/gu,
    find: /(た|んだ|[泳脱急騒注繋防仰漕継嗅塞担稼扇削]いだ|つないだ|だろう|でしょう|つもりだ|ことになる)(?:[。．！？!?]|$)/u,
  }),
  'no-we': findPatterns(
    {
      find: /(私たち|わたしたち|我々|われわれ|僕|ぼくたち|視聴者|あなた|皆さん|みなさん|ご覧(?:くだ|下)さい)/u,
    },
    { passes: /\p{Script=Han}私|私[服立物道有邸室宅費書用塾財]/gu, find: /(私|ましょう(?=[。！？]|$))/u },
  ),
  'no-camera-words': findPatterns({
    passes: /ズームレンズ/gu,
    find: /(カメラ[がは][^。、]{0,12}(?:動|寄|引|向|追|パン|ズーム|映|捉|とらえ|切り替|上|下が|回|近づ|移|離れ|戻)|カメラワーク|クローズアップ|(?:顔|手|手元|目|口元|横顔|表情)の(?:どアップ|アップ)|アップ(?:になる|に切り替|で映)|ズーム|パン(?:して|する|アップ|ダウン)|(?:ロング|ミドル|バスト|ワイド|空撮)ショット|フェード(?:イン|アウト)|カットが?(?:切り替|変わ)|カットバック|(?:場面|シーン|画面)[がは](?:切り替わ|変わ|転換|暗転)|画角|(?:ロー|ハイ|カメラ)アングル|スプリットスクリーン|オフの声|フレーム(?:イン|アウト))/u,
  }),
  'no-interpretation': findPatterns(
    {
      passes: /(?:男|女|子ども|子供|人間|あなた)らしい/gu,
      find: /(ようだ|ようです|ようである|らしい|らしいです|みたいだ|みたいです|かもしれない|に違いない|はずだ|と思われる|と思う|と感じる|と考える)(?:[。．！？!?、]|$)/u,
    },
    {
      find: /((?:悲し|嬉し|うれし|楽し|不安|寂し|さびし|幸せ|心配|苦し|悔し|満足|退屈|自信あり|得意|恥ずかし|つら|辛)(?:そう|げ)|明らかに|おそらく|恐らく|多分|たぶん|もちろん|残念ながら|きっと|幸いにも|どうやら|やはり|美しい|美しく|素晴らし|すばらし|見事な|見事に|かわいい|可愛い|可愛らし|かわいらし|醜い|不気味|壮大な|幻想的|絶景|魅力的|感動的|神秘的|息をのむ|(?:悲しんで|怒って|喜んで|苛立って|いらだって|緊張して|焦って|落ち込んで|戸惑って|怯えて)い[るて]|[とを](?:思い出す|決意する|願う|後悔する)|ことに気づく)/u,
    },
  ),
  'say-it-directly': findPatterns(
    { find: /((?:この|次の)(?:シーン|場面|映像|カット)|(?:映像|動画|ビデオ)(?:では|には|は、|が映))/u },
    {
      // A thing with a picture of its own, or print.
      unless:
        /テレビ|スマホ|スマートフォン|携帯|パソコン|モニター|タブレット|ゲーム|スクリーン|鏡|水面|ガラス|窓|文字|字幕|テロップ|タイトル|ロゴ|“”|クレジット|名前/u,
      find: /(画面に|画面では|画面いっぱい|映し出され|映っている|映っていて|[がも]見られる|[がも]見受けられる)/u,
    },
  ),
  listColours: ({ text }) => {
    if (/旗|配線|コード|信号|ボタン|ユニフォーム/u.test(text)) return new Set();
    const found = text.matchAll(
      /(赤|青|白|黒|黄色|茶色|緑|紺|灰色|紫|ピンク|グレー|ベージュ|オレンジ|水色)色?[いのと]/gu,
    );
    return new Set(Array.from(found, ([, colour]) => colour ?? ''));
  },
  longestSentence: 80,
};
