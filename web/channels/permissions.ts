import { state } from '../kernel/state.ts'
import { isAllowed } from '../people/groups.ts'
import { ownId } from '../people/store.ts'

export const mayCreatePublic = (): boolean => {
  const setting = state.value?.realm_can_create_public_channel_group
  return setting !== undefined && isAllowed(setting, ownId())
}

export const mayCreatePrivate = (): boolean => {
  const setting = state.value?.realm_can_create_private_channel_group
  return setting !== undefined && isAllowed(setting, ownId())
}

export const mayCreateChannels = (): boolean => mayCreatePublic() || mayCreatePrivate()
