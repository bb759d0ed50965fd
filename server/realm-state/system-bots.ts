/**
 * The accounts by which the server itself speaks. Every organization has them; they belong to nobody and nobody can sign
 * in as one. Their addresses lie in a domain that never exists, so no person has one of them.
 */
export const SYSTEM_BOTS = {
  notification: { email: 'notification-bot@parley.invalid', fullName: 'Notification Bot' },
  welcome: { email: 'welcome-bot@parley.invalid', fullName: 'Welcome Bot' },
  emailGateway: { email: 'emailgateway@parley.invalid', fullName: 'Email Gateway' },
} as const

export type SystemBotName = keyof typeof SYSTEM_BOTS
