/** The chapters of the API page, in the order in which it shows them, with what each is about. */
export const OPERATION_GROUPS = {
  'Signing in': 'Find out how a server lets people sign in, and get an API key.',
  Messages: 'Send, fetch, render, edit, move and delete messages, and react to them.',
  Reading: 'Mark messages as read, starred or collapsed, and see who has read them.',
  'Drafts and scheduled messages': 'Keep texts for later: drafts, snippets, scheduled messages and reminders.',
  Channels: 'Create channels, subscribe to them, and manage them and their topics.',
  People: 'See and manage the accounts of the organization, and their profiles.',
  'User groups': 'Name groups of people, to mention them and to give them permissions.',
  Presence: 'Tell others who is online, who is typing, and what they are doing.',
  Settings: 'Change the settings of your own account.',
  Uploads: 'Upload files and pictures, and manage what you have uploaded.',
  Organization: 'Settings and resources that everybody in the organization shares.',
  Bots: 'Create and manage bots and webhooks.',
  Notifications: 'Register devices for push notifications.',
  Events: 'Get the state of the organization once, then every change as it happens.',
} as const

export type OperationGroup = keyof typeof OPERATION_GROUPS
