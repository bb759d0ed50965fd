import { chooseRecipients } from '../composer/choose-recipients.ts'
import { startTopicHere } from '../composer/start-topic.ts'
import { placeItems } from '../conversations/header/place-items.ts'
import { markHereRead } from '../conversations/mark-here-read.ts'
import { selectedItems } from '../conversations/message-keys.ts'
import { listing } from '../conversations/store.ts'
import { foldName } from '../kernel/fold-name.ts'
import { areSingleKeysOn } from '../kernel/keyboard.ts'
import { address } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { focusSearch } from '../search/focus-search.ts'
import type { MenuItem } from '../ui/Menu.tsx'
import type { Entry } from './entries.ts'
import { openSheet } from './keyboard-sheet.ts'
import { openNextDirect, openNextUnread } from './next-unread.ts'
import { setSingleKeys } from './single-keys.ts'
import { usesOf } from './uses.ts'

/** An action with more words that find it. */
export interface Action extends MenuItem {
  readonly also?: string
}

let provided: () => readonly Action[] = () => []

/** What areas above this one can do. */
export const provideActions = (actions: () => readonly Action[]): void => {
  provided = actions
}

const general = (): readonly Action[] => [
  { label: t('newMessage.title'), icon: 'compose', keys: 'X', run: chooseRecipients },
  ...('channelId' in address.peek()
    ? [{ label: t('topics.new'), icon: 'topic-plus' as const, keys: 'C', run: startTopicHere }]
    : []),
  { label: t('keys.nextUnread'), icon: 'arrow-d', keys: 'N', run: openNextUnread },
  { label: t('keys.nextDirect'), icon: 'mail', keys: 'P', run: openNextDirect },
  { label: t('keys.markRead'), icon: 'check2', keys: 'Shift J', run: markHereRead },
  { label: t('palette.back'), icon: 'arrow-l', keys: 'Alt ←', run: () => history.back() },
  { label: t('palette.forward'), icon: 'arrow-r', keys: 'Alt →', run: () => history.forward() },
  { label: t('keys.search'), icon: 'search', keys: '/', run: focusSearch },
  { label: t('keys.title'), icon: 'keyboard', keys: '?', run: openSheet },
  {
    label: t(areSingleKeysOn.peek() ? 'keys.singleOff' : 'keys.singleOn'),
    icon: 'keyboard',
    run: () => setSingleKeys(!areSingleKeysOn.peek()),
  },
]

function entryOf(action: Action, note: string, near: number, now: number): Entry {
  const key = `action ${action.label}`
  return {
    key,
    kind: 'action',
    name: action.label,
    note,
    icon: action.icon ?? 'arrow-r',
    folded: foldName(action.label),
    near,
    used: usesOf(key, now),
    ...(action.also !== undefined && { also: foldName(action.also) }),
    ...(action.keys !== undefined && { keys: action.keys }),
    ...(action.run && { run: action.run }),
  }
}

/** What can be done here and now: with the open place, with the selected message, and anywhere. */
export function actionEntries(now = Date.now()): Entry[] {
  const isPossible = ({ reason, run }: Action) => reason === undefined && run !== undefined
  const here = placeItems().filter(isPossible)
  const message = listing.peek() ? selectedItems().filter(isPossible) : []
  const all = [
    ...here.map((one) => entryOf(one, t('palette.place'), 0.3, now)),
    ...message.map((one) => entryOf(one, t('palette.message'), 0.2, now)),
    ...[...general(), ...provided()].map((one) => entryOf(one, '', 0.1, now)),
  ]
  // Both a place and a message have a link.
  return all.filter((one, index) => all.findIndex((other) => other.name === one.name) === index)
}
