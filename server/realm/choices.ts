/** Providers of video calls that organizations can choose, as register lists them. */
export const VIDEO_CHAT_PROVIDERS = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
}

/** Which GIFs are offered, by the number of the setting. */
export const GIF_RATINGS: readonly string[] = ['disabled', 'g', 'pg', 'pg-13', 'r']

/** The ways to sign in that this server has. */
export const AUTHENTICATION_METHODS: readonly string[] = ['Email']
