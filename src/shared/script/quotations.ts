/** A quotation between the marks of any language, without another inside. */
const quotation = /“[^“”\n]+”|„[^„“”\n]+[“”]|[\s:و]”[^“”\n]+[“”]|«[^«»\n]+»|「[^「」\n]+」|"[^"\n]+"/gu;

/**
 * Replaces what stands in quotation marks, those that hold another quotation, too. Takes time in proportion to the text.
 * @param replace gets a quotation with its marks, and maybe the space before it
 */
export function replaceQuotations(text: string, replace: (quotation: string) => string): string {
  return text.replace(quotation, replace).replace(quotation, replace);
}
