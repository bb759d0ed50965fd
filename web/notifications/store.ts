import { computed, signal } from '@preact/signals'
import { remembered } from '../kernel/remembered.ts'
import { state } from '../kernel/state.ts'

export type Permission = 'default' | 'granted' | 'denied' | 'absent'

/** What the browser allows. Without https it has no notifications. */
const read = (): Permission => (typeof Notification === 'undefined' ? 'absent' : Notification.permission)

export const permission = signal<Permission>(read())
/** People also change it in the settings of the browser. */
export const readPermission = (): void => {
  permission.value = read()
}

const isPutOff = remembered('notifications-put-off', false)
/** Do not ask again in this browser. The menu of the organization still offers it. */
export const putOff = (): void => isPutOff.set(true)

/** Nobody has said yes or no. It does not wait for the state: a question that comes later would move what is being read. */
export const isAsking = computed(() => permission.value === 'default' && !isPutOff.value.value)

const settings = computed(() => state.value?.user_settings)

/** The person wants notifications, whatever the browser says. */
export const isWanted = computed(() => settings.value?.enable_desktop_notifications ?? false)
export const showsDirectContent = computed(() => settings.value?.pm_content_in_desktop_notifications ?? false)
export const wildcardsNotify = computed(() => settings.value?.wildcard_mentions_notify ?? true)
