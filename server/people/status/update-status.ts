import { badRequest } from '../../../api/errors.ts'
import type { UserStatus as UserStatusObject } from '../../../api/objects/user-status.ts'
import { users } from '../../kernel/log/audience.ts'
import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { StatusEmoji } from '../../kernel/realm-state/records/user-status.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { chooseEmoji, type EmojiRequest } from '../../organization/emoji/choose-emoji.ts'
import { viewersOf } from '../sight/active-people.ts'
import { presentStatusEmoji } from '../sight/status-present.ts'
import { updateAccount } from '../users/queries.ts'
import { deleteStatus, saveStatus } from './queries.ts'

const MAX_STATUS_LENGTH = 60

export interface StatusRequest extends EmojiRequest {
  readonly status_text?: string | undefined
  readonly away?: boolean | undefined
}

/** Changes what is passed and keeps the rest. */
export async function updateStatus(tx: CallTx, user: User, wanted: StatusRequest): Promise<void> {
  const { text, emoji } = checkStatus(tx.realm, wanted)
  const before = tx.realm.records.userStatus.get(user.id) ?? { userId: user.id, text: '', emoji: null }
  const value = { userId: user.id, text: text ?? before.text, emoji: emoji === undefined ? before.emoji : emoji }
  const changes: UserStatusObject = {
    ...(value.text === before.text ? {} : { status_text: value.text }),
    ...(isSame(value.emoji, before.emoji) ? {} : presentStatusEmoji(value.emoji)),
  }
  if (Object.keys(changes).length === 0) return
  const isEmpty = value.text === '' && value.emoji === null
  if (isEmpty) await deleteStatus(tx.db, tx.realm.id, user.id)
  else await saveStatus(tx.db, tx.realm.id, value)
  const change = isEmpty ? ({ remove: 'userStatus', key: user.id } as const) : ({ put: 'userStatus', value } as const)
  tx.emit({ type: 'user_status', user_id: user.id, ...changes }, viewersOf(tx.realm, user), { state: [change] })
  if (user.id !== tx.actor.user.id)
    tx.audit({ action: 'status changed', target: { kind: 'user', id: user.id }, details: changes })
}

/** Undefined stays as it is; an emoji of null is removed. */
interface CheckedStatus {
  readonly text: string | undefined
  readonly emoji: StatusEmoji | null | undefined
}

function checkStatus(realm: RealmState, wanted: StatusRequest): CheckedStatus {
  const { status_text, emoji_name, emoji_code, reaction_type, away } = wanted
  const text = status_text?.trim()
  if (text !== undefined && [...text].length > MAX_STATUS_LENGTH)
    throw badRequest(`status_text is too long (limit: ${MAX_STATUS_LENGTH} characters)`)
  if (text === undefined && emoji_name === undefined && away === undefined)
    throw badRequest('Client did not pass any new values.')
  if (emoji_name !== undefined)
    return { text, emoji: emoji_name === '' ? null : chooseEmoji(realm, { ...wanted, emoji_name }, []) }
  if (emoji_code !== undefined || reaction_type !== undefined)
    throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.')
  return { text, emoji: undefined }
}

const isSame = (one: StatusEmoji | null, other: StatusEmoji | null): boolean =>
  one?.kind === other?.kind && one?.code === other?.code && one?.name === other?.name

/** The old word for not sharing presence. True if it changed. */
export async function setAway(tx: CallTx, away: boolean): Promise<boolean> {
  const { realm, user } = tx.actor
  if (settingOf(user, 'presence_enabled') === !away) return false
  const settings = JSON.stringify({ ...user.settings, presence_enabled: !away })
  const row = await updateAccount(tx.db, user.id, { settings })
  const state = [{ put: 'user', value: userFromRow(row, realm.info.host) }] as const
  tx.emit({ type: 'user_settings', op: 'update', property: 'presence_enabled', value: !away }, users(user.id), {
    state,
  })
  tx.emit({ type: 'user_status', user_id: user.id, away }, viewersOf(realm, user))
  return true
}
