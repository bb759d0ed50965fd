import type { StateSlice, VisitorRequest } from '../../kernel/register/snapshot.ts'
import { presentAllEmoji } from './present.ts'

export const emojiState: StateSlice<VisitorRequest> = {
  types: ['realm_emoji'],
  take: ({ realm }) => ({ realm_emoji: presentAllEmoji(realm) }),
}
