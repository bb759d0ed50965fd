/** `Ada Lovelace <ada@example.org>` is the address in the brackets. */
const addressOf = (text: string): string => /<([^<>]*)>\s*$/.exec(text)?.[1]?.trim() ?? text.trim()

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/u

/** The addresses of a text that separates them with commas, semicolons, spaces or lines. */
export function readEmails(text: string): { valid: readonly string[]; invalid: readonly string[] } {
  const separator = text.includes('<') ? /[,;\n]+/u : /[,;\s]+/u
  const all = [...new Set(text.split(separator).map(addressOf).filter(Boolean))]
  return { valid: all.filter((one) => ADDRESS.test(one)), invalid: all.filter((one) => !ADDRESS.test(one)) }
}
