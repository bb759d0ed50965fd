// The same characters that a browser escapes when it writes a document, so that reading and writing again changes nothing.
const TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00A0': '&nbsp;' }
const ATTRIBUTE: Readonly<Record<string, string>> = { ...TEXT, '"': '&quot;' }

/** What stands between tags. */
export const escapeText = (text: string): string => text.replace(/[&<>\u00A0]/g, (character) => TEXT[character]!)

/** What stands between the quotes of an attribute. */
const escapeAttribute = (value: string): string => value.replace(/[&<>\u00A0"]/g, (character) => ATTRIBUTE[character]!)

/** ` name="value"` for each; a value that is undefined leaves its attribute out. */
export function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  let written = ''
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) written += ` ${name}="${escapeAttribute(String(value))}"`
  }
  return written
}
