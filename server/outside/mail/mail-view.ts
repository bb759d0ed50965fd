import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Sight } from '../../kernel/realm-state/sight.ts'
import { UNKNOWN_USER } from '../../kernel/realm-state/unknown-user.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'

/** What mail to a person about messages depends on. */
export interface MailView {
  readonly realm: RealmState
  readonly user: User
  readonly sees: Sight
  readonly address: string
  readonly unsubscribe: string
  /** There are several organizations, so mail says which one it is about. */
  readonly hasNeighbours: boolean
}

/** The person and the organization must both want the text of messages in mail. */
export const hasContent = ({ realm: { info }, user }: MailView): boolean =>
  settingOf(user, 'message_content_in_email_notifications') &&
  info.settings.message_content_allowed_in_email_notifications

/** Somebody whom the person may not see has no name for them. */
export function nameOf({ realm, sees }: MailView, userId: number): string {
  const account = realm.account(userId)
  return account && (account.isSystemBot || sees(account)) ? account.fullName : UNKNOWN_USER
}

export const shorten = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most).join('')} …` : text
}

/** Writes a time in the person's own time zone and their way to write the hour. */
export const timeOf = (user: User, time: number): string =>
  new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: user.timezone === '' ? 'UTC' : user.timezone,
    hourCycle: settingOf(user, 'twenty_four_hour_time') ? 'h23' : 'h12',
  })
    .format(new Date(time * 1000))
    // A narrow space that some mail programs show as a box.
    .replaceAll('\u202f', ' ')

/** By the setting: 1 where there are several organizations, 2 always, 3 never. */
export function withOrganization({ realm, user, hasNeighbours }: MailView, subject: string): string {
  const policy = settingOf(user, 'realm_name_in_email_notifications_policy')
  return policy === 2 || (policy === 1 && hasNeighbours) ? `${subject} [${realm.name}]` : subject
}
