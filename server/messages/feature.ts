import { feature } from '../kernel/feature.ts'
import { messageVariants } from './event-variants.ts'
import { messagesState } from './initial-state.ts'
import { messagesInvariants } from './invariants.ts'

export const messagesFeature = feature({
  shares: [
    'conversation-queries',
    'message-access',
    'message-audience',
    'message-bits',
    'message-queries',
    'present',
    'receivers',
    'rewriting',
    'stored-edit',
    'update-event',
  ],
  state: [messagesState],
  visitorState: [{ types: ['message'], take: () => ({ max_message_id: -1 }) }],
  variants: messageVariants,
  invariants: messagesInvariants,
})
