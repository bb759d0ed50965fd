// The same characters that a browser escapes when it serializes a document, so that parsing and serializing again
// changes nothing.
const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\u00A0': '&nbsp;',
  '"': '&quot;',
}
const IN_TEXT = /[&<>\u00A0]/g
const IN_ATTRIBUTE = /[&<>\u00A0"]/g
const ANY = /[&<>\u00A0"]/

const escaped = (character: string): string => ESCAPED[character]!

// Most texts need no escaping, and testing for that is much cheaper than replacing.

/** Escapes text between tags. */
export const escapeText = (text: string): string => (ANY.test(text) ? text.replace(IN_TEXT, escaped) : text)

/** Escapes an attribute value in quotes. */
const escapeAttribute = (value: string): string => (ANY.test(value) ? value.replace(IN_ATTRIBUTE, escaped) : value)

export const attribute = (name: string, value: string | number): string => ` ${name}="${escapeAttribute(`${value}`)}"`

/** Formats ` name="value"` for each. Undefined values are left out. */
export function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  let written = ''
  for (const name of Object.keys(values)) {
    const value = values[name]
    if (value !== undefined) written += attribute(name, value)
  }
  return written
}
