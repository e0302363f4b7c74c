/** The four-letter names (ISO 15924) of all scripts of Unicode 17. */
const scriptNames = `
Adlm Aghb Ahom Arab Armi Armn Avst Bali Bamu Bass Batk Beng Berf Bhks Bopo Brah Brai Bugi Buhd Cakm Cans Cari
Cham Cher Chrs Copt Cpmn Cprt Cyrl Deva Diak Dogr Dsrt Dupl Egyp Elba Elym Ethi Gara Geor Glag Gong Gonm Goth
Gran Grek Gujr Gukh Guru Hang Hani Hano Hatr Hebr Hira Hluw Hmng Hmnp Hung Ital Java Kali Kana Kawi Khar Khmr
Khoj Kits Knda Krai Kthi Lana Laoo Latn Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend
Merc Mero Miao Mlym Modi Mong Mroo Mtei Mult Mymr Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Onao Orkh Orya
Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd
Sidt Sind Sinh Sogd Sogo Sora Soyo Sund Sunu Sylo Syrc Tagb Takr Tale Talu Taml Tang Tavt Tayo Telu Tfng Tglg
Thaa Thai Tibt Tirh Tnsa Todr Tols Toto Tutg Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb Zinh Zyyy`
  .trim()
  .split(/\s+/u);

/** Characters of a script, as whole code points: letters, digits, signs, and combining marks. */
export interface Script {
  readonly name: string;
  readonly letters: readonly string[];
  readonly marks: readonly string[];
}

/** Enough of a script: code distinguishes only a few classes of its letters. */
const maxOfAScript = 150;
const lastCodePoint = 0x10ffff;

/**
 * The characters of every script of Unicode.
 * @throws Error when this Node knows a script that is not named here
 */
export function readScripts(): Script[] {
  const scripts = scriptNames.map(name => ({
    name,
    pattern: new RegExp(`\\p{Script=${name}}`, 'u'),
    letters: [] as string[],
    marks: [] as string[],
  }));
  let script = scripts[0];
  for (let codePoint = 0; codePoint <= lastCodePoint; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (!/[\p{L}\p{M}\p{N}\p{S}]/u.test(character)) continue;
    // Neighbours are mostly of one script.
    if (!script?.pattern.test(character)) script = scripts.find(({ pattern }) => pattern.test(character));
    if (!script) throw new Error(`The script of U+${codePoint.toString(16)} has no name here.`);
    const group = /\p{M}/u.test(character) ? script.marks : script.letters;
    if (group.length < maxOfAScript) group.push(character);
  }
  return scripts.map(({ name, letters, marks }) => ({ name, letters, marks }));
}
