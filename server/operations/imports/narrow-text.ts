import { decodeOperand } from '../../../markdown/narrow-link.ts'
import type { SourceText, SourceUpload, TextPart } from './source.ts'

/** The names that a text may refer to, with the ids of the source. Undefined for unknown names. */
export interface TextNames {
  person(name: string): string | undefined
  group(name: string): string | undefined
  channel(name: string): string | undefined
  /** By its path, after `/user_uploads/`. `isOwn` is false in an address that may be of another server. */
  upload(path: string, isOwn: boolean): SourceUpload | undefined
  /** The addresses of the source's server, without a slash at the end. */
  readonly addresses: readonly string[]
}

const INLINE_CODE = /(?<!`)(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)/g
const FENCE = /^[ ]{0,3}(?<marks>`{3,}|~{3,})[ ]*(?<info>[^\n]*)\n?$/

const REFERENCE = new RegExp(
  [
    String.raw`@(?<silent>_?)\*\*(?<person>[^*\n]+)\*\*`,
    String.raw`@(?<silentGroup>_?)\*(?<group>[^*\n]+)\*(?!\*)`,
    String.raw`#\*\*(?<place>[^\n]+?)\*\*`,
    String.raw`(?<origin>https?://[^\s/()<>]+)?/user_uploads/(?<upload>[^\s?#()<>"\]]+)`,
    String.raw`(?<address>https?://[^\s()<>#]+?)?/?#narrow/(?<narrow>[^\s()<>"\]]+)`,
  ].join('|'),
  'g',
)

/** The mentions, links and files of a text that is written in our dialect. Code stays as it is. */
export function readText(content: string, names: TextNames): SourceText {
  const parts: TextPart[] = []
  for (const { text, isCode } of blocksOf(content)) {
    let from = 0
    for (const code of isCode ? [] : text.matchAll(INLINE_CODE)) {
      addReferences(parts, text.slice(from, code.index), names)
      parts.push(code[0])
      from = code.index + code[0].length
    }
    if (isCode) parts.push(text)
    else addReferences(parts, text.slice(from), names)
  }
  return parts
}

/** Quotes and spoilers are fenced, too, but have ordinary text, which may contain fences. */
function* blocksOf(content: string): Generator<{ text: string; isCode: boolean }> {
  const around: string[] = []
  let code: string | undefined
  let text = ''
  for (const line of content.split(/(?<=\n)/)) {
    const { marks, info = '' } = FENCE.exec(line)?.groups ?? {}
    const closes = (fence: string | undefined) => fence !== undefined && marks?.startsWith(fence) && info.trim() === ''
    if (code !== undefined) {
      text += line
      if (!closes(code)) continue
      yield { text, isCode: true }
      ;[text, code] = ['', undefined]
    } else if (marks === undefined) text += line
    else if (closes(around.at(-1)) || /^\{?\.?(quote|spoiler)\b/.test(info)) {
      if (closes(around.at(-1))) around.pop()
      else around.push(marks)
      // Its marks would look like those of code within a line.
      yield { text, isCode: false }
      yield { text: line, isCode: true }
      text = ''
    } else {
      yield { text, isCode: false }
      ;[text, code] = [line, marks]
    }
  }
  yield { text, isCode: code !== undefined }
}

function addReferences(parts: TextPart[], text: string, names: TextNames): void {
  let from = 0
  for (const match of text.matchAll(REFERENCE)) {
    const part = partOf(match, names)
    if (part === undefined) continue
    parts.push(text.slice(from, match.index), part)
    from = match.index + match[0].length
  }
  parts.push(text.slice(from))
}

function partOf(match: RegExpExecArray, names: TextNames): TextPart | undefined {
  const found = match.groups!
  const otherwise = { else: match[0] }
  if (found['person'] !== undefined) {
    const id = /\|(\d+)$/.exec(found['person'])?.[1] ?? names.person(found['person'])
    return id === undefined ? undefined : { person: id, silent: found['silent'] === '_', ...otherwise }
  }
  if (found['group'] !== undefined) {
    const id = names.group(found['group'])
    return id === undefined ? undefined : { group: id, silent: found['silentGroup'] === '_', ...otherwise }
  }
  if (found['place'] !== undefined) return placeOf(found['place'], names, otherwise)
  if (found['upload'] !== undefined) {
    const isOwn = found['origin'] === undefined || names.addresses.includes(found['origin'])
    const file = names.upload(decoded(found['upload']), isOwn)
    return file && { file, as: 'address', ...otherwise }
  }
  const address = found['address']?.replace(/\/$/, '')
  if (address !== undefined && !names.addresses.includes(address)) return undefined
  return narrowOf(found['narrow']!, otherwise)
}

function placeOf(place: string, names: TextNames, otherwise: { else: string }): TextPart | undefined {
  const whole = names.channel(place)
  if (whole !== undefined) return { channel: whole, ...otherwise }
  const [, name, topic] = /^(.*?)>(.*)$/.exec(place) ?? []
  const channelId = name === undefined ? undefined : names.channel(name)
  if (channelId === undefined) return undefined
  const message = /@(\d+)$/.exec(topic!)?.[1]
  return message === undefined ? { topic: topic!, channelId, ...otherwise } : { message, ...otherwise }
}

function narrowOf(narrow: string, otherwise: { else: string }): TextPart | undefined {
  const message = /\/(?:near|with)\/(\d+)/.exec(narrow)?.[1]
  if (message !== undefined) return { message, as: 'address', ...otherwise }
  const [, channelId, , topic] = /^(?:channel|stream)\/(\d+)[^/]*(\/(?:topic|subject)\/([^/]+))?/.exec(narrow) ?? []
  if (channelId === undefined) return undefined
  if (topic === undefined) return { channel: channelId, as: 'address', ...otherwise }
  return { topic: decodeOperand(topic) ?? topic, channelId, as: 'address', ...otherwise }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
