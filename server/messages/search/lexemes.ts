import { textOfHtml } from './html-text.ts'
import { fold, formsOf } from './word-forms.ts'
import { asciiWords, piecesOf } from './word-pieces.ts'

/** A message can show more text than it contains, for instance names of people. The rest cannot be found. */
const MAX_INDEXED_LENGTH = 40_000

/** A mention of one person, not a silent one. */
const MENTION = /<span class="user-mention" data-user-id="(\d+)">/g

/** No word of a text starts like this. */
export const mentionLexeme = (userId: number | string): string => `@${userId}`

/** What a message is found by, separated by blanks: the words of its rendered content, and whom it mentions. */
export function messageLexemes(html: string): string {
  const lexemes = new Set<string>()
  addText(lexemes, textOfHtml(html))
  if (html.includes('user-mention')) for (const [, id] of html.matchAll(MENTION)) lexemes.add(mentionLexeme(id!))
  return [...lexemes].join(' ')
}

/** What a topic is found by, separated by blanks. */
export function topicLexemes(name: string): string {
  const lexemes = new Set<string>()
  addText(lexemes, name)
  return [...lexemes].join(' ')
}

function addText(lexemes: Set<string>, shown: string): void {
  const text = shown.slice(0, MAX_INDEXED_LENGTH)
  const words = asciiWords(text)
  if (words) {
    for (const word of words) addWord(lexemes, word)
    return
  }
  for (const piece of piecesOf(text)) {
    if (piece.isUnspaced) addPairs(lexemes, piece.text)
    else addWord(lexemes, piece.text)
  }
}

function addWord(lexemes: Set<string>, word: string): void {
  const { folded, stems, isStopWord } = formsOf(word)
  if (isStopWord || folded === '') return
  lexemes.add(folded)
  for (const stem of stems) lexemes.add(stem)
}

/** Each two characters, and the last one: so that every character starts a lexeme. */
function addPairs(lexemes: Set<string>, text: string): void {
  const characters = Array.from(fold(text))
  for (const [index, character] of characters.entries()) lexemes.add(character + (characters[index + 1] ?? ''))
}
