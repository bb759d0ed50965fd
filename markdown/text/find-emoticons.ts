import type { RenderContext } from '../context.ts'
import { emojiNamed } from '../emoji/emoji-token.ts'
import type { Finding } from './finding.ts'

const NAMES: Readonly<Record<string, string>> = {
  ':)': 'slight_smile',
  '(:': 'slight_smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'smile',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
}
const EMOTICON = /(?<![^\s,.;?!()[\]"'])(?::[)(|/DoOpP]|\(:|<3|;\))(?![^\s,.;?!()[\]"'])/gu

export function findEmoticons(text: string, context: RenderContext): readonly Finding[] {
  if (!context.settings.translateEmoticons) return []
  const found: Finding[] = []
  EMOTICON.lastIndex = 0
  for (let match = EMOTICON.exec(text); match; match = EMOTICON.exec(text)) {
    const emoji = emojiNamed(NAMES[match[0]]!, context)
    if (emoji) found.push({ start: match.index, end: match.index + match[0].length, as: { emoji } })
  }
  return found
}
