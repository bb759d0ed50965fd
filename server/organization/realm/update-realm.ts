import { badRequest } from '../../../api/errors.ts'
import type { EventOf } from '../../../api/events/index.ts'
import { wire } from '../../../api/wire-name.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { EventData } from '../../kernel/log/log-row.ts'
import type { AuthenticationMethod, RealmInfo } from '../../kernel/realm-state/realm-info.ts'
import {
  REALM_GROUP_SETTINGS,
  type RealmGroupSetting,
  type RealmSettings,
} from '../../kernel/realm-state/realm-settings.ts'
import { limitsGuests } from '../../kernel/realm-state/sight.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { changedGroupSetting } from '../../people/groups/access.ts'
import { changeWaitingPeriod } from '../../people/groups/full-members/announce-full-members.ts'
import { emitSight } from '../../people/sight/emit-sight.ts'
import { presentMethods } from '../sign-in-methods/methods.ts'
import { CHANNEL_SETTINGS, checkAuthenticationMethods, checkChannels } from './access.ts'
import { updateRealmRow } from './queries.ts'
import type { RealmSettingsRequest } from './read-settings.ts'

type ChangeData = Extract<EventOf<'realm'>, { op: 'update_dict' }>['data']

/** Every setting that really changes has an event and an audit line of its own. */
export async function updateRealm(
  tx: CallTx,
  wanted: RealmSettingsRequest,
  renderedDescription: string,
  available: readonly AuthenticationMethod[],
): Promise<void> {
  const { info } = tx.realm
  // Short names follow from hosts, which only the operator changes.
  if (wanted.stringId !== undefined && wanted.stringId !== info.stringId)
    throw badRequest('Must be a demo organization.')
  const { authenticationMethods } = wanted
  const disabledMethods = authenticationMethods
    ? checkAuthenticationMethods(authenticationMethods, available, info)
    : info.disabledMethods
  const settings = checkChannels(tx.actor, wanted.settings)
  const groups = Object.entries(wanted.groupSettings) as [
    RealmGroupSetting,
    RealmSettingsRequest['groupSettings'][RealmGroupSetting],
  ][]
  const values = groups.flatMap(([name, update]) => {
    const value = changedGroupSetting(tx.realm, name, REALM_GROUP_SETTINGS[name], info.groupSettings[name], update!)
    return value === undefined ? [] : [[name, value] as const]
  })
  if (wanted.name !== undefined && wanted.name !== info.name)
    await change(tx, { name: wanted.name }, 'name', updated('name', wanted.name))
  if (disabledMethods.join() !== info.disabledMethods.join()) {
    const methods = presentMethods(available, { disabledMethods })
    await change(tx, { disabledMethods }, 'authentication_methods', updatedDict({ authentication_methods: methods }))
  }
  for (const [name, value] of Object.entries(settings) as [keyof RealmSettings, RealmSettings[keyof RealmSettings]][])
    if (value !== tx.realm.info.settings[name]) {
      const store = () =>
        change(
          tx,
          { settings: { ...tx.realm.info.settings, [name]: value } },
          name,
          settingEvent(name, value, renderedDescription),
        )
      if (name === 'waiting_period_threshold') await changeWaitingPeriod(tx, value as number, store)
      else await store()
    }
  for (const [name, value] of values) {
    await change(
      tx,
      { groupSettings: { ...tx.realm.info.groupSettings, [name]: value } },
      name,
      updatedDict({ [name]: value }),
    )
    if (name === 'can_access_all_users_group') emitSight(tx, { guests: null, isLimited: limitsGuests(tx.realm) })
  }
}

/** An archived channel is not used for announcements or reports any more. */
export async function forgetChannel(tx: CallTx, channelId: number): Promise<void> {
  for (const name of CHANNEL_SETTINGS) {
    if (tx.realm.info.settings[name] === channelId) await changeSetting(tx, name, -1)
  }
}

/** Changes a setting whose event says nothing but its value. */
export const changeSetting = <Name extends keyof RealmSettings>(
  tx: Tx,
  name: Name,
  value: RealmSettings[Name],
): Promise<void> => change(tx, { settings: { ...tx.realm.info.settings, [name]: value } }, name, updated(name, value))

const updated = (property: string, value: string | number | boolean | null): EventData => ({
  type: 'realm',
  op: 'update',
  property: wire(property),
  value,
})

export const updatedDict = (data: ChangeData): EventData => ({
  type: 'realm',
  op: 'update_dict',
  property: 'default',
  data,
})

/** The events of some settings also carry what follows from them. Others have this form for old clients. */
function settingEvent(
  name: keyof RealmSettings,
  value: RealmSettings[keyof RealmSettings],
  renderedDescription: string,
): EventData {
  switch (name) {
    case 'description':
      return updatedDict({ description: value as string, rendered_description: renderedDescription })
    case 'topics_policy': {
      const policy = value as 'allow_empty_topic' | 'disable_empty_topic'
      return updatedDict({ topics_policy: policy, mandatory_topics: policy === 'disable_empty_topic' })
    }
    case 'allow_message_editing':
    case 'message_content_edit_limit_seconds':
      return updatedDict({ [name]: value })
    default:
      return updated(name, value)
  }
}

/** Stores one change, tells everybody and writes who did it. */
async function change(
  tx: Tx,
  data: Partial<Pick<RealmInfo, 'name' | 'settings' | 'groupSettings' | 'disabledMethods'>>,
  property: string,
  event: EventData,
): Promise<void> {
  const before = tx.realm.info
  const info = { ...before, ...data }
  await updateRealmRow(tx.db, info)
  tx.emit(event, everyone, { state: [{ put: 'realm', value: info }] })
  tx.audit({
    action: 'organization updated',
    target: { kind: 'realm', id: info.id },
    details: { property, before: settingOf(before, property), after: settingOf(info, property) },
  })
}

const settingOf = (info: RealmInfo, property: string): unknown =>
  property === 'authentication_methods'
    ? { disabled: info.disabledMethods }
    : { name: info.name, ...info.settings, ...info.groupSettings }[property]
