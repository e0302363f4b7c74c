/** A quotation in the marks of any language, without another inside. */
const quotation = /“[^“”\n]+”|„[^„“”\n]+[“”]|[\s:و]”[^“”\n]+[“”]|«[^«»\n]+»|「[^「」\n]+」|"[^"\n]+"/gu;

/** Replaces quotations with their marks, and maybe the space before them; also nested ones. Linear time. */
export function replaceQuotations(text: string, replace: (quotation: string) => string): string {
  return text.replace(quotation, replace).replace(quotation, replace);
}
