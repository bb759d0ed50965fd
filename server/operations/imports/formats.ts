import type { OpenSource } from './source.ts'

/** The formats of archives. Each is loaded only when it is used. */
export const FORMATS: Readonly<Record<string, () => Promise<OpenSource>>> = {
  parley: async () => (await import('./parley/open-parley.ts')).openParley,
  zulip: async () => (await import('./zulip/open-zulip.ts')).openZulip,
  slack: async () => (await import('./slack/source.ts')).openSlack,
  mattermost: async () => (await import('./mattermost/source.ts')).openMattermost,
}
