/**
 * The accounts that send on behalf of the server. Every organization has its own set. No one can sign in as one of them.
 * The top-level domain `.invalid` is reserved, so no person has one of these addresses.
 */
export const SYSTEM_BOTS = {
  notification: { email: 'notification-bot@parley.invalid', fullName: 'Notification Bot' },
  welcome: { email: 'welcome-bot@parley.invalid', fullName: 'Welcome Bot' },
  emailGateway: { email: 'emailgateway@parley.invalid', fullName: 'Email Gateway' },
} as const

export type SystemBotName = keyof typeof SYSTEM_BOTS
