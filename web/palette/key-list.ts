import { enterSends } from '../composer/enter-sends.ts'
import { placeItems } from '../conversations/header/place-items.ts'
import { selectedItems } from '../conversations/message-keys.ts'
import { type TextKey, t } from '../kernel/texts.ts'

export interface KeyRow {
  /** One or more ways, each with its keys: `Shift U`. */
  readonly keys: readonly string[]
  readonly action: string
}

export interface KeySection {
  readonly title: string
  readonly rows: readonly KeyRow[]
}

type Rows = readonly (readonly [action: TextKey, ...keys: readonly string[]])[]

const SECTIONS: readonly (readonly [title: TextKey, rows: Rows])[] = [
  [
    'keys.section.anywhere',
    [
      ['keys.palette', 'Ctrl K'],
      ['keys.search', '/'],
      ['keys.sheet', '?'],
      ['keys.leave', 'Esc'],
      ['keys.undo', 'Ctrl Z'],
      ['keys.region', 'F6'],
      ['keys.back', 'Alt ← →'],
      ['keys.findChannel', 'Q'],
      ['keys.findPerson', 'W'],
    ],
  ],
  [
    'keys.section.goTo',
    [
      ['view.inbox', 'G I', 'Shift I'],
      ['view.recent', 'G R', 'T'],
      ['view.mentions', 'G M'],
      ['view.feed', 'G A', 'A'],
      ['view.later', 'G L'],
      ['view.drafts', 'G D'],
    ],
  ],
  [
    'keys.section.read',
    [
      ['keys.step', 'J K'],
      ['keys.nextUnread', 'N'],
      ['keys.nextDirect', 'P'],
      ['keys.newest', 'End'],
      ['keys.firstUnread', 'Home'],
      ['keys.unread', 'Shift U'],
      ['keys.markRead', 'Shift J'],
    ],
  ],
  [
    'keys.section.topic',
    [
      ['keys.resolve', 'Shift D'],
      ['keys.follow', 'F'],
      ['keys.mute', 'Shift M'],
      ['keys.up', 'S'],
      ['keys.rename', 'Shift E'],
    ],
  ],
  [
    'keys.section.list',
    [
      ['keys.open', 'Enter'],
      ['keys.look', 'Space'],
      ['keys.mark', 'E'],
    ],
  ],
  [
    'keys.section.message',
    [
      ['keys.reply', 'R'],
      ['keys.quote', '>'],
      ['keys.forward', '<'],
      ['keys.react', '+', ':'],
      ['keys.join', '='],
      ['keys.edit', 'E'],
      ['keys.move', 'M'],
      ['keys.save', 'B'],
      ['keys.link', 'L'],
      ['keys.history', 'Shift H'],
      ['keys.receipts', 'Shift V'],
      ['keys.actions', '.', 'I'],
    ],
  ],
]

function writing(): KeySection {
  const rows: Rows = [
    ['keys.newTopic', 'C'],
    ['keys.newDirect', 'X'],
    ['keys.send', enterSends() ? 'Enter' : 'Ctrl Enter'],
    ['keys.line', enterSends() ? 'Shift Enter' : 'Enter'],
    ['keys.later', 'Ctrl Shift Enter'],
    ['keys.preview', 'Alt P'],
  ]
  return { title: t('keys.section.write'), rows: rows.map(([action, ...keys]) => ({ action: t(action), keys })) }
}

/** All keys. What only the open place and the selected message offer comes last. */
export function keySections(): readonly KeySection[] {
  const known = [
    ...SECTIONS.map(([title, rows]) => ({
      title: t(title),
      rows: rows.map(([action, ...keys]) => ({ action: t(action), keys })),
    })),
    writing(),
  ]
  const listed = new Set(known.flatMap(({ rows }) => rows.flatMap(({ keys }) => keys)))
  const more = [...selectedItems(), ...placeItems()].flatMap(({ keys, label }) =>
    keys === undefined || listed.has(keys) ? [] : [{ action: label, keys: [keys] }],
  )
  return more.length > 0 ? [...known, { title: t('keys.section.more'), rows: more }] : known
}
