import type { Rendering } from '../../markdown/rendering.ts'
import { MESSAGE_BIT } from '../kernel/ledger/message-flags.ts'

/** The bits of `message.mflags` that the sender's choice and the content decide. */
export function messageBits(rendering: Rendering, readBySender: boolean): number {
  const when = (holds: boolean, bit: number) => (holds ? bit : 0)
  return (
    when(rendering.mentions.channelWildcard, MESSAGE_BIT.channelWildcard) |
    when(rendering.mentions.topicWildcard, MESSAGE_BIT.topicWildcard) |
    when(readBySender, MESSAGE_BIT.readBySender) |
    when(rendering.links.length > 0, MESSAGE_BIT.hasLink) |
    when(rendering.hasImage, MESSAGE_BIT.hasImage) |
    when(rendering.attachments.length > 0, MESSAGE_BIT.hasAttachment) |
    when(rendering.isMeMessage, MESSAGE_BIT.isMe)
  )
}
