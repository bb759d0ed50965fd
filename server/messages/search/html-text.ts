import { withoutEntities } from '../../../markdown/html/entities.ts'

/** Tags that do not end a word. */
const INLINE = /<\/?(?:a|b|code|del|em|i|span|strong|sub|sup|time|u)(?:\s[^>]*)?>/g
const OTHER = /<[^>]*>/g

const [START, END] = ['<p>', '</p>']

/** True for one paragraph without tags inside, which most messages are. */
const isPlainParagraph = (html: string): boolean =>
  html.startsWith(START) && html.indexOf('<', START.length) === html.length - END.length

const withoutTags = (html: string): string =>
  isPlainParagraph(html) ? ` ${html.slice(START.length, -END.length)} ` : html.replace(INLINE, '').replace(OTHER, ' ')

/** The text of rendered content, without tags. */
export const textOfHtml = (html: string): string => withoutEntities(withoutTags(html))
