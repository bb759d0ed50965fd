import type { MarkdownIt } from 'markdown-it'
import type { Channel, RenderContext } from '../context.ts'
import { escapeText } from '../html/escape.ts'
import { element } from '../html/tag.ts'
import { channelFragment, messageFragment, topicFragment } from '../narrow-link.ts'
import { notesOf } from '../notes.ts'
import { type ChannelReference, parseChannelReference, wholeReference } from './channel-reference.ts'
import type { InlineState } from './inline-state.ts'
import { referenceRule, type WriteReference } from './reference.ts'
import { atSign } from './signs.ts'

/** `#**channel**`, `#**channel>topic**`, `#**channel>topic@message**`. */
export function channelLink(engine: MarkdownIt): void {
  atSign(engine, '#', 'channel_link', referenceRule('#', '**', writeChannelLink))
  engine.renderer.rules['channel_link'] = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index]!
    return `<a${renderer.renderAttrs(token)}>${writeText(token.meta!['shown'] as ShownLink)}</a>`
  }
}

const writeChannelLink: WriteReference = (state, inner) => {
  const shown = notesOf(state).linkDepth === 0 ? resolve(inner, notesOf(state).context) : undefined
  if (shown) pushChannelLink(state, shown)
  return shown !== undefined
}

interface ShownLink {
  readonly class: string
  readonly id: number | undefined
  readonly href: string
  readonly before: string
  /** Shown with emphasis, because it is not a name that a person gave. */
  readonly emptyTopic: string
  readonly after: string
}

function pushChannelLink(state: InlineState, shown: ShownLink): void {
  const token = state.push('channel_link', 'a', 0)
  token.attrs = [['class', shown.class]]
  if (shown.id !== undefined) token.attrPush(['data-stream-id', `${shown.id}`])
  token.attrPush(['href', shown.href])
  token.meta = { shown }
  token.content = shown.before + shown.emptyTopic + shown.after
}

/** A channel's own name may contain the separator. */
function resolve(inner: string, context: RenderContext): ShownLink | undefined {
  for (const reference of [parseChannelReference(inner), wholeReference(inner)]) {
    const channel = context.channelNamed(reference.channel)
    if (channel) return show(channel, reference, context)
  }
  return undefined
}

function show(channel: Channel, { topic, message }: ChannelReference, context: RenderContext): ShownLink {
  if (topic === undefined) {
    const href = `/${channelFragment(channel)}`
    return { class: 'stream', id: channel.id, href, before: `#${channel.name}`, emptyTopic: '', after: '' }
  }
  const text = {
    before: `#${channel.name} > ${topic}`,
    emptyTopic: topic === '' ? context.settings.emptyTopicName : '',
    after: message === undefined ? '' : ' @ 💬',
  }
  if (message !== undefined) {
    return { class: 'message-link', id: undefined, href: `/${messageFragment(channel, topic, message)}`, ...text }
  }
  const href = `/${topicFragment(channel, topic, context.newestInTopic(channel.id, topic))}`
  return { class: 'stream-topic', id: channel.id, href, ...text }
}

function writeText({ before, emptyTopic, after }: ShownLink): string {
  const stressed = emptyTopic === '' ? '' : element('em', {}, escapeText(emptyTopic))
  return escapeText(before) + stressed + escapeText(after)
}
