import markdownIt, { type MarkdownIt } from 'markdown-it'
import { codeBlock } from './blocks/code-block.ts'
import { fence } from './blocks/fence.ts'
import { heading } from './blocks/heading.ts'
import { lineBreak } from './blocks/line-break.ts'
import { list } from './blocks/list.ts'
import { mathBlock } from './blocks/math-block.ts'
import { paragraph } from './blocks/paragraph.ts'
import { quote } from './blocks/quote.ts'
import { spoiler } from './blocks/spoiler.ts'
import { table } from './blocks/table.ts'
import { emojiTokens } from './emoji/emoji-token.ts'
import { output } from './html/output.ts'
import { channelLink } from './inline/channel-link.ts'
import { codeSpan } from './inline/code-span.ts'
import { emphasis } from './inline/emphasis.ts'
import { groupMention } from './inline/group-mention.ts'
import { link } from './inline/link.ts'
import { math } from './inline/math.ts'
import { mention } from './inline/mention.ts'
import { mentionTokens } from './inline/mention-token.ts'
import { signs } from './inline/signs.ts'
import { strikethrough } from './inline/strikethrough.ts'
import { time } from './inline/time.ts'
import { verbatim } from './inline/verbatim.ts'
import { inlineMedia } from './previews/inline-media.ts'
import { previews } from './previews/previews.ts'
import { textConstructs } from './text/text-constructs.ts'

/**
 * Rules that are not needed: `render` normalizes line ends, and our own rules leave no unbalanced pairs or split texts.
 */
const NEEDLESS = ['normalize', 'text_join', 'balance_pairs', 'fragments_join']

/**
 * markdown-it with only those rules that this vocabulary shares with CommonMark. The rest is ours, one file per
 * construct. Created once, without state of any text.
 */
export function makeEngine(): MarkdownIt {
  const engine = markdownIt('zero')
  // The notes limit the nesting, because they know the containers.
  Object.assign(engine.options, { maxNesting: Number.POSITIVE_INFINITY })
  engine.enable('hr').use(output)
  engine.disable(NEEDLESS)
  // The most frequent blocks come first. A table may start with the sign of another block, so it comes last.
  engine.use(paragraph).use(codeBlock).use(list).use(quote).use(fence).use(heading).use(table)
  engine.use(spoiler).use(mathBlock)
  engine.use(signs).use(lineBreak).use(codeSpan).use(math).use(time).use(link).use(strikethrough).use(emphasis)
  engine.use(verbatim).use(mentionTokens).use(mention).use(groupMention).use(channelLink).use(emojiTokens)
  engine.use(textConstructs).use(inlineMedia).use(previews)
  return engine
}
