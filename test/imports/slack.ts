import type { ZipEntry } from './zip.ts'

type Json = Readonly<Record<string, unknown>>

export interface SlackFixture {
  readonly users: readonly unknown[]
  readonly channels?: readonly unknown[]
  readonly groups?: readonly unknown[]
  readonly dms?: readonly unknown[]
  readonly mpims?: readonly unknown[]
  /** Messages by folder and day: `general/2026-01-02`. */
  readonly days?: Readonly<Record<string, unknown>>
}

/** The files of an export of Slack, from the public description of the format. */
export function slackEntries({ days = {}, channels = [], ...lists }: SlackFixture): ZipEntry[] {
  const json = (name: string, value: unknown): ZipEntry => ({
    name: `${name}.json`,
    content: typeof value === 'string' ? value : JSON.stringify(value),
  })
  return [
    ...Object.entries({ channels, ...lists }).map(([name, value]) => json(name, value)),
    ...Object.entries(days).map(([name, messages]) => json(name, messages)),
  ]
}

export const slackUser = (id: string, name: string, more: Json = {}): Json => ({
  id,
  team_id: 'T1',
  name: name.toLowerCase(),
  deleted: false,
  profile: { real_name: name, email: `${name.toLowerCase()}@example.com` },
  ...more,
})

export const slackChannel = (id: string, name: string, members: readonly string[], more: Json = {}): Json => ({
  id,
  name,
  created: 1_700_000_000,
  creator: members[0],
  is_archived: false,
  members,
  topic: { value: '' },
  purpose: { value: '' },
  ...more,
})

export const slackMessage = (user: string, ts: string, text: string, more: Json = {}): Json => ({
  type: 'message',
  user,
  ts,
  text,
  ...more,
})
