import type { ZipEntry } from './zip.ts'

type Json = Readonly<Record<string, unknown>>

/** The lines of a bulk export of Mattermost, from the public description of the format. */
export const mattermostLines = (rows: readonly (readonly [type: string, record: Json])[]): string =>
  [{ type: 'version', version: 1 }, ...rows.map(([type, record]) => ({ type, [type]: record }))]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')

export const mattermostEntries = (
  lines: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): ZipEntry[] => [
  { name: 'import.jsonl', content: lines },
  ...Object.entries(files).map(([path, content]) => ({ name: `data/${path}`, content })),
]

export const mattermostUser = (
  username: string,
  channels: Readonly<Record<string, readonly (string | Json)[]>>,
  more: Json = {},
): [string, Json] => [
  'user',
  {
    username,
    email: `${username}@example.com`,
    nickname: '',
    first_name: username[0]!.toUpperCase() + username.slice(1),
    last_name: 'Example',
    roles: 'system_user',
    teams: Object.entries(channels).map(([name, list]) => ({
      name,
      roles: 'team_user',
      channels: list.map((one) => (typeof one === 'string' ? { name: one, roles: 'channel_user' } : one)),
    })),
    ...more,
  },
]

export const mattermostTeam = (name: string, display: string, more: Json = {}): [string, Json] => [
  'team',
  { name, display_name: display, type: 'O', description: '', allow_open_invite: true, ...more },
]

export const mattermostChannel = (team: string, name: string, display: string, more: Json = {}): [string, Json] => [
  'channel',
  { team, name, display_name: display, type: 'O', header: '', purpose: '', ...more },
]

export const mattermostPost = (
  place: string,
  user: string,
  at: number,
  message: string,
  more: Json = {},
): [string, Json] => {
  const [team, channel] = place.split(':')
  return ['post', { team, channel, user, message, create_at: at, ...more }]
}
