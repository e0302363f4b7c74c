/** A quotation in the marks of any language, without another inside. */
const quotation = /“[^“”\n]+”|„[^„“”\n]+[“”]|[\s:و]”[^“”\n]+[“”]|«[^«»\n]+»|「[^「」\n]+」|"[^"\n]+"/gu;

/**
 * Replaces quotations, including nested ones. Linear time.
 * @param replace receives a quotation with its marks, and maybe the space before it
 */
export function replaceQuotations(text: string, replace: (quotation: string) => string): string {
  return text.replace(quotation, replace).replace(quotation, replace);
}
