import { feature } from '../../kernel/feature.ts'
import { Json } from '../../kernel/register/snapshot.ts'
import { readStateVariants } from './event-variants.ts'
import { recentConversationsState, starredState, unreadState } from './initial-state.ts'
import { readStateInvariants } from './invariants.ts'
import { readStateRoutes } from './routes.ts'
import { unreadText } from './unread-text.ts'

export const readStateFeature = feature({
  shares: ['mark-conversation-read', 'mark-own-read', 'unread-queries', 'writes'],
  routes: readStateRoutes,
  state: [unreadState, starredState, recentConversationsState],
  visitorState: [
    {
      types: ['update_message_flags'],
      take: () => ({ unread_msgs: new Json(unreadText(0, { groups: [], isCut: false }, true)) }),
    },
    { types: ['starred_messages'], take: () => ({ starred_messages: [] }) },
    { types: ['recent_private_conversations'], take: () => ({ recent_private_conversations: [] }) },
  ],
  variants: readStateVariants,
  invariants: readStateInvariants,
})
