/**
 * Hebrew is written without most of its vowels, and espeak-ng has no dictionary of it: "שולחן" becomes "shvlkhn". These are the
 * words of the offline narrator, in the phonemes of its Hebrew voice; where a word has several readings, the commonest.
 */
const readings: ReadonlyMap<string, string> = new Map(
  `
  ו:v'e וכך:veX'aX זה:z'e מתחיל:matX'il הנה:hin'e ההתחלה:hahatXal'a התמונה:hatmun'a הראשונה:haRiSon'a
  מופיעה:mofi?'a בתמונה:batmun'a רואים:Ro?'im כאן:k'an לפנינו:lefan'ejnu מול:m'ul עינינו:ejn'ejnu
  חדש:Xad'aS עכשיו:aXS'av גם:g'am מה:m'a שנוסף:Senos'af לתמונה:latmun'a כבר:kv'aR לא:l'o מחוץ:miX'uts
  עדיין:ad'ajin כמו:km'o קודם:k'odem ממשיכים:mamSiX'im לראות:liR?'ot יותר:jot'eR מפעם:mip'a?am
  אחת:aX'at כמה:k'ama מאותו:me?ot'o סוג:s'ug בתנועה:bitnu?'a לעברנו:le?evR'enu מקרוב:mikaR'ov
  ויותר:vejot'eR הרחק:haRX'ek מאיתנו:me?it'anu מרחוק:meRaX'ok לרוחב:leRoX'av משמאל:mism'ol
  לימין:lejam'in בדרך:bad'eReX ימינה:jam'ina מימין:mijam'in לשמאל:lism'ol שמאלה:sm'ola ממש:mam'aS
  בתקריב:betakR'iv במרחק:bemeRX'ak כתוב:kat'uv אפשר:efS'aR לקרוא:likR'o המילים:hamil'im הכיתוב:hakit'uv
  חשוכה:XaSuX'a רוב:R'ov שרויה:SRuj'a בחושך:beX'oSeX יש:j'eS מעט:me?'at מאוד:me?'od אור:'oR האור:ha?'oR
  חלש:Xal'aS רק:R'ak מגיע:mag'ia לכאן:lek'an אפלולית:aflul'it מלאת:mele?'at הכול:hak'ol מואר:mu?'aR
  שפע:S'efa של:S'el והצל:vehats'el קרובים:kRov'im לזה:laz'e הגוונים:hagvan'im רכים:Rak'im
  רחוקים:ReXok'im מזה:miz'e הניגוד:hanig'ud חזק:Xaz'ak הצבעים:hatsva?'im שממלא:Sememal'e את:'et
  בולט:bol'et במיוחד:bimjuX'ad חמים:Xam'im גוון:gav'an חם:X'am נסוך:nas'uX על:'al קרירים:kRiR'im
  קריר:kaR'iR משטחים:miStaX'im גדולים:gdol'im ורגועים:uRegu?'im ממלאים:memal?'im פרטים:pRat'im
  קטנים:ktan'im רבים:Rab'im הרבה:haRb'e אחרת:aX'eRet הסצנה:hastsen'a מתחלפת:mitXal'efet תמונה:tmun'a
  חדשה:XadaS'a תנועה:tnu?'a משתנה:miStan'a בבת:bev'at התנועה:hatnu?'a ממלאת:memal'et משהו:m'aSehu
  נע:n'a בעדינות:ba?adin'ut לאט:le?'at נמשכת:nimS'eXet ברוגע:beR'oga כמעט:kim?'at שום:S'um דבר:dav'aR
  זז:z'az רגועה:Regu?'a לרגע:leR'ega נשאר:niS?'aR כשהיה:kSehaj'a הולכת:hol'eXet ומתבהרת:umitbah'eRet
  מתגבר:mitgab'eR ומחשיכה:umaXSiX'a דועך:do?'eX נמשיך:namS'iX להביט:lehab'it נמשך:nimS'aX
  נעצור:na?ats'oR להתבונן:lehitbon'en עוד:'od בהמשך:bahemS'eX וזה:vez'e הסוף:has'of נגמר:nigm'aR
  זוהי:z'ohi האחרונה:ha?aXRon'a שחור:SaX'oR לבן:lav'an אפור:af'oR אדום:ad'om כתום:kat'om צהוב:tsah'ov
  ירוק:jaR'ok טורקיז:tuRk'iz כחול:kaX'ol סגול:sag'ol ורוד:vaR'od חום:X'um אדם:ad'am אופניים:ofan'ajim
  מכונית:meXon'it אופנוע:ofn'oa מטוס:mat'os אוטובוס:'otobus רכבת:Rak'evet משאית:masa?'it סירה:siR'a
  רמזור:Ramz'oR ברז:b'eRez כיבוי:kib'uj אש:'eS תמרור:tamR'uR עצור:ats'oR מדחן:madX'an ספסל:safs'al
  ציפור:tsip'oR חתול:Xat'ul כלב:k'elev סוס:s'us כבשה:kivs'a פרה:paR'a פיל:p'il דוב:d'ov זברה:z'ebRa
  ג'ירפה:dZiR'afa תיק:t'ik גב:g'av מטרייה:mitRij'a יד:j'ad עניבה:aniv'a מזוודה:mizvad'a פריזבי:fR'izbi
  מגלשי:miglaS'ej סקי:sk'i סנובורד:sn'oboRd כדור:kad'uR עפיפון:afif'on מחבט:maXb'et בייסבול:b'ejsbol
  כפפת:kfaf'at סקייטבורד:sk'ejtboRd גלשן:galS'an טניס:t'enis בקבוק:bakb'uk כוס:k'os יין:j'ajin
  מזלג:mazl'eg סכין:sak'in כף:k'af קערה:ke?aR'a בננה:ban'ana תפוח:tap'uaX כריך:kaR'iX תפוז:tap'uz
  ברוקולי:bR'okoli גזר:g'ezeR נקניקייה:naknikij'a בלחמנייה:belaXmanij'a פיצה:p'itsa דונאט:d'onat
  עוגה:ug'a כיסא:kis'e ספה:sap'a עציץ:ats'its מיטה:mit'a שולחן:SulX'an אסלה:asl'a טלוויזיה:telev'izja
  מחשב:maXS'ev נייד:naj'ad עכבר:aXb'aR שלט:S'elet רחוק:RaX'ok מקלדת:mikl'edet טלפון:t'elefon
  מיקרוגל:m'ikRogal תנור:tan'uR אפייה:afij'a טוסטר:t'osteR כיור:kij'oR מקרר:mekaR'eR ספר:s'efeR
  שעון:Sa?'on אגרטל:agaRt'al מספריים:mispaR'ajim בובת:bub'at דובי:d'ubi מייבש:mejab'eS שיער:se?'aR
  מברשת:mivR'eSet שיניים:Sin'ajim`
    .trim()
    .split(/\s+/u)
    .map(entry => entry.split(':') as [word: string, phonemes: string]),
);

/** "And" and "the" are written in one with the word behind them. */
const prefixes: Readonly<Record<string, string>> = { ו: 've', ה: 'ha' };

/** Writes the Hebrew words that are known here as phonemes for espeak-ng, `[[…]]`; the rest stays as it is. */
export function readHebrew(text: string): string {
  const spoken = text.replace(/[א-ת'׳]+/gu, word => {
    const phonemes = findReading(word);
    return phonemes === undefined ? word : `[[${phonemes}]]`;
  });
  // Words that follow each other are one phrase.
  return spoken.replaceAll(']] [[', ' ');
}

function findReading(word: string): string | undefined {
  const known = readings.get(word);
  if (known !== undefined) return known;
  const prefix = prefixes[word.charAt(0)];
  const rest = readings.get(word.slice(1));
  return prefix === undefined || rest === undefined ? undefined : prefix + rest;
}
