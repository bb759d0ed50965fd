import { firstWords } from '../../markdown/html/first-words.ts'

const LENGTH = 80
/** Enough for the words, and little to read for each message of a long list. */
const MAX_HTML = 4_000

/** The first words of a message, without its markup and what it hides, for its accessible name. */
export const plainStart = (html: string): string => firstWords(html.slice(0, MAX_HTML), LENGTH)
