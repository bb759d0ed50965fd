import { computed } from '@preact/signals'
import { state } from '../../kernel/state.ts'

/** The ids of `realm_video_chat_provider`. */
const PROVIDERS = {
  1: 'jitsi',
  3: 'zoom',
  4: 'bigBlueButton',
  5: 'zoom',
  6: 'constructorGroups',
  7: 'nextcloudTalk',
  8: 'webex',
} as const

export type CallProvider = (typeof PROVIDERS)[keyof typeof PROVIDERS]

export const jitsiServer = (): string | null =>
  state.value?.realm_jitsi_server_url ?? state.value?.server_jitsi_server_url ?? null

/** What calls are made with. Null if the organization has nothing. */
export const callProvider = computed((): CallProvider | null => {
  const id = state.value?.realm_video_chat_provider ?? 0
  const provider = id in PROVIDERS ? PROVIDERS[id as keyof typeof PROVIDERS] : null
  return provider === 'jitsi' && jitsiServer() === null ? null : provider
})
