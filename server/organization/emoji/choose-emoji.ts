import { badRequest } from '../../../api/errors.ts'
import { wire } from '../../../api/wire-name.ts'
import { unicodeEmoji } from '../../../markdown/emoji/unicode-emoji.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { CustomEmoji } from '../../kernel/realm-state/records/custom-emoji.ts'
import { REACTION_KIND } from './reaction-present.ts'

export interface Emoji {
  readonly kind: number
  readonly code: string
  readonly name: string
}

export interface EmojiRequest {
  readonly emoji_name?: string | undefined
  readonly emoji_code?: string | undefined
  readonly reaction_type?: string | undefined
}

type UsedEmoji = readonly { kind: number; emoji_code: string; emoji_name: string }[]

/** The only emoji besides Unicode that every server has. Its name is the vendor's word. */
const EXTRA = wire('service')

/**
 * The emoji to add. Missing parts of the request follow from the name. Name and code must match, unless the message
 * already has this reaction: then the reaction counts as one more, under its existing name.
 */
export function chooseEmoji(realm: RealmState, wanted: EmojiRequest & { emoji_name: string }, used: UsedEmoji): Emoji {
  const { emoji_name: name, emoji_code: code } = wanted
  const kind = kindOf(wanted)
  const chosen =
    code === undefined || kind === undefined
      ? {
          ...emojiByName(realm, name),
          ...(code === undefined ? {} : { code }),
          ...(kind === undefined ? {} : { kind }),
        }
      : { kind, code, name }
  const earlier = used.find((one) => one.kind === chosen.kind && one.emoji_code === chosen.code)
  if (earlier) return { ...chosen, name: earlier.emoji_name }
  requireAgreement(realm, chosen)
  return chosen
}

/** The reaction to remove: by code, or by the name it is known under. */
export function chooseRemoval(realm: RealmState, wanted: EmojiRequest, used: UsedEmoji): Pick<Emoji, 'kind' | 'code'> {
  const { emoji_name: name, emoji_code: code } = wanted
  if (name === undefined && code === undefined)
    throw badRequest('At least one of the following arguments must be present: emoji_name, emoji_code')
  const kind = kindOf(wanted)
  if (code !== undefined) {
    const chosen = { kind: kind ?? REACTION_KIND.unicode_emoji, code }
    requireCode(realm, chosen)
    return chosen
  }
  const mine = used.find((one) => one.emoji_name === name && (kind === undefined || one.kind === kind))
  if (mine) return { kind: mine.kind, code: mine.emoji_code }
  const named = emojiByName(realm, name!)
  return kind === undefined ? named : { kind, code: named.code }
}

function kindOf({ reaction_type: type }: EmojiRequest): number | undefined {
  if (type === undefined) return undefined
  if (!Object.hasOwn(REACTION_KIND, type)) throw badRequest('Invalid emoji type.')
  return REACTION_KIND[type as keyof typeof REACTION_KIND]
}

function emojiByName(realm: RealmState, name: string): Emoji {
  const custom = realm.records.emoji.find('name', name)
  if (custom) return { kind: REACTION_KIND.realm_emoji, code: `${custom.id}`, name }
  if (name === EXTRA) return { kind: REACTION_KIND[wire('service_extra_emoji')], code: EXTRA, name }
  const code = unicodeEmoji().codeOf(name)
  if (code === undefined) throw badRequest(`Emoji '${name}' does not exist`)
  return { kind: REACTION_KIND.unicode_emoji, code, name }
}

function requireAgreement(realm: RealmState, { kind, code, name }: Emoji): void {
  requireCode(realm, { kind, code })
  if (kind === REACTION_KIND.realm_emoji) {
    const emoji = customEmoji(realm, code)!
    if (emoji.name !== name) throw badRequest('Invalid custom emoji name.')
    if (emoji.deactivatedSeq !== null) throw badRequest('This custom emoji has been deactivated.')
    return
  }
  const isItsName = kind === REACTION_KIND.unicode_emoji ? unicodeEmoji().isNameOf(name, code) : name === EXTRA
  if (!isItsName) throw badRequest('Invalid emoji name.')
}

/** The emoji exists, though it may be deactivated. */
function requireCode(realm: RealmState, { kind, code }: Pick<Emoji, 'kind' | 'code'>): void {
  if (kind === REACTION_KIND.realm_emoji) {
    if (!customEmoji(realm, code)) throw badRequest('Invalid custom emoji.')
    return
  }
  const exists = kind === REACTION_KIND.unicode_emoji ? unicodeEmoji().hasCode(code) : code === EXTRA
  if (!exists) throw badRequest('Invalid emoji code.')
}

const customEmoji = (realm: RealmState, code: string): CustomEmoji | undefined =>
  /^[1-9]\d{0,9}$/.test(code) ? realm.records.emoji.get(Number(code)) : undefined
