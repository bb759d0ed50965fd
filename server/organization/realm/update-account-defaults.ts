import type { ParamsOf } from '../../../api/contract.ts'
import type { updateRealmUserSettingsDefaults } from '../../../api/endpoints/realm.ts'
import { wire } from '../../../api/wire-name.ts'
import { everyone } from '../../kernel/log/audience.ts'
import { type AccountDefaults, USER_SETTINGS } from '../../kernel/realm-state/user-settings.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { updateRealmRow } from './queries.ts'

type DefaultsRequest = ParamsOf<typeof updateRealmUserSettingsDefaults>

/** What an account starts with where its organization says nothing. */
const BUILT_IN = { ...USER_SETTINGS, email_address_visibility: 1 }

/** Changes what new accounts start with. Accounts that exist keep their settings. */
export async function updateAccountDefaults(tx: CallTx, wanted: DefaultsRequest): Promise<void> {
  for (const [property, value] of Object.entries(wanted)) {
    const { info } = tx.realm
    const before = { ...BUILT_IN, ...info.accountDefaults }[property as keyof DefaultsRequest]
    if (value === undefined || value === before) continue
    const changed = {
      ...info,
      accountDefaults: withDefault(info.accountDefaults, property as keyof DefaultsRequest, value),
    }
    await updateRealmRow(tx.db, changed)
    const told = property === 'notification_sound' ? wire(String(value)) : value
    tx.emit({ type: 'realm_user_settings_defaults', op: 'update', property, value: told }, everyone, {
      state: [{ put: 'realm', value: changed }],
    })
    tx.audit({
      action: 'settings of new accounts updated',
      target: { kind: 'realm', id: info.id },
      details: { property, before, after: value },
    })
  }
}

/** Only what differs from the built-in default is kept. */
function withDefault(
  defaults: AccountDefaults,
  property: keyof DefaultsRequest,
  value: string | number | boolean,
): AccountDefaults {
  const { [property]: _, ...others } = defaults
  return value === BUILT_IN[property] ? others : { ...others, [property]: value }
}
