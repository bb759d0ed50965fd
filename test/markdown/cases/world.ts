import type { Channel, Group, Person, RenderContext, Upload } from '../../../markdown/context.ts'

/** The organization in which the cases are written: small, with every kind of trouble in its names. */
const people: readonly Person[] = [
  { id: 10, fullName: 'Iago', isActive: true },
  { id: 11, fullName: 'King Hamlet', isActive: true },
  { id: 12, fullName: 'Cordelia, Lear’s daughter', isActive: true },
  { id: 13, fullName: 'Twin', isActive: true },
  { id: 14, fullName: 'Twin', isActive: true },
  { id: 15, fullName: 'Yorick', isActive: false },
  { id: 16, fullName: '<b>Bold</b> & "Quoted"', isActive: true },
  { id: 17, fullName: 'Zoë 李明', isActive: true },
  { id: 18, fullName: 'ri\u202Eght', isActive: true },
]

const groups: readonly Group[] = [
  { id: 3, name: 'role:administrators', displayName: 'Administrators', isActive: true, mayBeMentioned: false },
  { id: 20, name: 'hamletcharacters', displayName: 'hamletcharacters', isActive: true, mayBeMentioned: true },
  { id: 21, name: 'Backend team', displayName: 'Backend team', isActive: true, mayBeMentioned: true },
  { id: 22, name: 'old guard', displayName: 'old guard', isActive: false, mayBeMentioned: true },
  { id: 23, name: 'board', displayName: 'board', isActive: true, mayBeMentioned: false },
  { id: 24, name: '<i>x</i>', displayName: '<i>x</i>', isActive: true, mayBeMentioned: true },
]

const channels: readonly Channel[] = [
  { id: 12, name: 'design' },
  { id: 13, name: 'Verona & Rome' },
  { id: 14, name: 'a.b (c)' },
  { id: 15, name: '日本語' },
  { id: 16, name: '<script>' },
]

/** channel id, topic → newest message */
const newest: ReadonlyMap<string, number> = new Map([
  ['12 kick off', 905],
  ['12 ', 906],
  ['15 こんにちは', 907],
])

const uploads: ReadonlyMap<string, Upload> = new Map([
  [
    '/user_uploads/2/ab/cat.png',
    { contentType: 'image/png', image: { width: 800, height: 600, isAnimated: false, thumbnail: 'ready' } },
  ],
  [
    '/user_uploads/2/ab/new.png',
    { contentType: 'image/png', image: { width: 800, height: 600, isAnimated: false, thumbnail: 'pending' } },
  ],
  [
    '/user_uploads/2/ab/dance.gif',
    { contentType: 'image/gif', image: { width: 100, height: 50, isAnimated: true, thumbnail: 'ready' } },
  ],
  [
    '/user_uploads/2/ab/photo.heic',
    {
      contentType: 'image/heic',
      image: { width: 4032, height: 3024, isAnimated: false, thumbnail: 'ready', transcodedName: '4032x3024.webp' },
    },
  ],
  [
    '/user_uploads/2/ab/gone.png',
    { contentType: 'image/png', image: { width: 1, height: 1, isAnimated: false, thumbnail: 'missing' } },
  ],
  ['/user_uploads/2/ab/clip.mp4', { contentType: 'video/mp4' }],
  ['/user_uploads/2/ab/song.mp3', { contentType: 'audio/mpeg' }],
  ['/user_uploads/2/ab/notes.txt', { contentType: 'text/plain' }],
])

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** What the cases share; a case may replace parts. The runner of the cases adds typesetters and linkifiers. */
export const world: Omit<RenderContext, 'typesetters' | 'linkifiers'> = {
  peopleNamed: (name) => people.filter((person) => same(person.fullName, name)),
  person: (id) => people.find((person) => person.id === id),
  groupNamed: (name) => groups.find((group) => same(group.name, name)),
  channelNamed: (name) => channels.find((channel) => same(channel.name, name)),
  newestInTopic: (channelId, topic) => newest.get(`${channelId} ${topic.toLowerCase()}`),
  customEmoji: (name) =>
    name === 'green_tick' ? { name: 'green_tick', src: '/user_avatars/2/emoji/images/5.png' } : undefined,
  upload: (path) => uploads.get(path),
  alertWords: undefined,
  settings: {
    defaultCodeLanguage: '',
    inlineImagePreview: true,
    translateEmoticons: false,
    fileLinks: false,
    ownUrl: 'https://chat.example.com',
    extraEmoji: 'service',
    emptyTopicName: 'general chat',
    proxied: (url) => `/external_content/${encodeURIComponent(url)}`,
  },
  limits: { previewedUrls: 24, nesting: 20, work: 1_000_000 },
}
