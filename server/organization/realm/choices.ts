import type { CallsConfig } from '../../kernel/base/calls-config.ts'

interface VideoChatProvider {
  readonly name: string
  readonly id: number
}

/** Providers of video calls that organizations can choose, as register lists them: those that the server has. */
export function videoChatProviders(calls: CallsConfig): Readonly<Record<string, VideoChatProvider>> {
  return {
    disabled: { name: 'None', id: 0 },
    // An organization may have a Jitsi server of its own.
    jitsi_meet: { name: 'Jitsi Meet', id: 1 },
    ...(calls.zoomOfPeople && { zoom: { name: 'Zoom', id: 3 } }),
    ...(calls.bigBlueButton && { big_blue_button: { name: 'BigBlueButton', id: 4 } }),
    ...(calls.zoom && { zoom_server_to_server: { name: 'Zoom', id: 5 } }),
    ...(calls.constructorGroups && { constructor_groups: { name: 'Constructor Groups', id: 6 } }),
    ...(calls.nextcloud && { nextcloud_talk: { name: 'Nextcloud Talk', id: 7 } }),
    ...(calls.webex && { webex: { name: 'Webex', id: 8 } }),
  }
}

/** Which GIFs are offered, by the number of the setting. */
export const GIF_RATINGS: readonly string[] = ['disabled', 'g', 'pg', 'pg-13', 'r']
