import type { Subscription } from '../../../api/objects/channel.ts'
import type { SettingValues } from './user-settings.ts'

/** A person's notification settings for one channel. Null inherits the person's setting for all channels. */
export type ChannelNotifications = Pick<
  Subscription,
  | 'desktop_notifications'
  | 'email_notifications'
  | 'push_notifications'
  | 'audible_notifications'
  | 'wildcard_mentions_notify'
>

/** Replaces null with the inherited value, for clients that do not support null. Null stays if `settings` is null. */
export const notificationsOf = (own: ChannelNotifications, settings: SettingValues | null): ChannelNotifications => ({
  desktop_notifications: own.desktop_notifications ?? settings?.enable_stream_desktop_notifications ?? null,
  email_notifications: own.email_notifications ?? settings?.enable_stream_email_notifications ?? null,
  push_notifications: own.push_notifications ?? settings?.enable_stream_push_notifications ?? null,
  audible_notifications: own.audible_notifications ?? settings?.enable_stream_audible_notifications ?? null,
  wildcard_mentions_notify: own.wildcard_mentions_notify ?? settings?.wildcard_mentions_notify ?? null,
})
