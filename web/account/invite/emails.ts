/** `Ada Lovelace <ada@example.org>` is the address in the brackets. */
const addressOf = (text: string): string => /<([^<>]*)>\s*$/.exec(text)?.[1]?.trim() ?? text.trim()

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/u

export const isAddress = (text: string): boolean => ADDRESS.test(text)

/** What stands in the field: addresses that have been typed to their end, and text. */
export interface Emails {
  readonly taken: readonly string[]
  readonly text: string
}

export const NO_EMAILS: Emails = { taken: [], text: '' }

/** The parts of a text that separates them with commas, semicolons, spaces or lines. */
function partsOf(text: string): string[] {
  const separator = text.includes('<') ? /[,;\n]+/u : /[,;\s]+/u
  return text.split(separator).map(addressOf).filter(Boolean)
}

export function readEmails({ taken, text }: Emails): { valid: readonly string[]; invalid: readonly string[] } {
  const all = [...new Set([...taken, ...partsOf(text)])]
  return { valid: all.filter(isAddress), invalid: all.filter((one) => !isAddress(one)) }
}

/** The text has come to its end. */
export const takeTyped = ({ taken, text }: Emails): Emails => ({
  taken: [...new Set([...taken, ...partsOf(text)])],
  text: '',
})

/** The last address can be corrected. */
export const takeBack = ({ taken }: Emails): Emails => ({ taken: taken.slice(0, -1), text: taken.at(-1) ?? '' })
