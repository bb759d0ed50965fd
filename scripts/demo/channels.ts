import { PERSON_KEYS, type PersonKey } from './people.ts'

export interface DemoChannel {
  readonly name: string
  readonly about: string
  readonly color: string
  readonly folder?: string
  /** Everybody if absent. */
  readonly people?: readonly PersonKey[]
  readonly private?: true
  readonly webPublic?: true
  /** What Mara has set for herself. */
  readonly pinned?: true
  readonly muted?: true
}

export const FOLDERS: Readonly<Record<string, string>> = {
  Engineering: 'Everything that runs, measures or blinks',
  'Product & people': 'What we build, for whom, and with whom',
  Community: 'Stations, stories and tea',
}

const all = (...without: PersonKey[]): PersonKey[] => PERSON_KEYS.filter((key) => !without.includes(key))

export const CHANNELS: readonly DemoChannel[] = [
  {
    name: 'announcements',
    about: 'News for everybody, also for people without an account.',
    color: '#7a5b00',
    webPublic: true,
    pinned: true,
  },
  {
    name: 'incidents',
    about: 'Something is broken **now**. Afterwards we write down what we learned.',
    color: '#a8322a',
    people: ['mara', 'tomasz', 'chidera', 'priya', 'lars-erik', 'doyun'],
    private: true,
    pinned: true,
  },
  { name: 'infra', about: 'Servers, databases and backups.', color: '#2b52a8', folder: 'Engineering' },
  {
    name: 'firmware',
    about: 'What runs on the stations.',
    color: '#a5431b',
    folder: 'Engineering',
    people: all('ines'),
  },
  { name: 'web-app', about: 'The app and its previews.', color: '#5145a5', folder: 'Engineering' },
  { name: 'data-pipeline', about: 'From a reading to a chart.', color: '#1c6b74', folder: 'Engineering' },
  { name: 'design', about: 'How it looks and how it reads.', color: '#a32a5c', folder: 'Product & people' },
  { name: 'roadmap-2027', about: 'What comes next.', color: '#3a6b1f', folder: 'Product & people' },
  {
    name: 'hiring',
    about: 'Candidates, in confidence.',
    color: '#6b4f9e',
    folder: 'Product & people',
    people: ['mara', 'priya', 'ines', 'maximiliana'],
    private: true,
  },
  { name: 'support', about: 'Questions of the people who run stations.', color: '#0b628f', folder: 'Product & people' },
  { name: 'field-notes', about: 'Pictures and stories from the sites.', color: '#3f6b2f', folder: 'Community' },
  { name: 'tea-break', about: 'Nothing urgent.', color: '#7a5230', folder: 'Community', muted: true },
  {
    name: '日本チーム',
    about: '日本の拠点の連絡用チャンネルです。',
    color: '#a63a3a',
    folder: 'Community',
    people: ['misaki', 'mara', 'doyun', 'chen-wen'],
  },
]

/** Public channels that Mara has not joined. */
export const OTHER_CHANNELS = ['bergen-site', 'books', 'hardware-lab', 'press', 'running', 'translations'] as const
