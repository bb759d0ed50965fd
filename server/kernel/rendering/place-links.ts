import { channelFragment, topicFragment } from '../../../markdown/narrow-link.ts'

interface LinkedChannel {
  readonly id: number
  readonly name: string
}

/** A link to a channel, for the source of a message. */
export const channelLink = (channel: LinkedChannel): string =>
  breaksShortLink(channel.name) ? writtenLink(channel.name, channelFragment(channel)) : `#**${channel.name}**`

/** A link to a topic, for the source of a message. */
export function topicLink(channel: LinkedChannel, topic: string): string {
  const names = `${channel.name}>${topic}`
  const isShort = !(channel.name.includes('>') || breaksShortLink(names) || isLinkToMessage(topic))
  return isShort ? `#**${names}**` : writtenLink(`${channel.name} > ${topic}`, topicFragment(channel, topic, undefined))
}

/** Its stars would end the link too early. */
const breaksShortLink = (names: string): boolean => names.includes('**') || names.endsWith('*')

const isLinkToMessage = (topic: string): boolean => /@\d+$/.test(topic)

const writtenLink = (names: string, fragment: string): string => `[#${withoutMarkup(names).trim()}](${fragment})`

/** Writes the characters that could form markup by their numbers. */
const withoutMarkup = (text: string): string =>
  text.replace(/[`*&[\]<>$~:]/g, (character) => `&#${character.charCodeAt(0)};`)
