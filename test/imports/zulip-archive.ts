import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { picture } from '../pictures.ts'

type Row = Record<string, unknown>

/** The time of the first message. */
export const BEGAN = 1_700_000_000

const person = (id: number, name: string, more: Row = {}): Row => ({
  id,
  email: `user${id}@chat.garden.example`,
  delivery_email: `${name.toLowerCase().replaceAll(' ', '.')}@garden.example`,
  full_name: name,
  role: 400,
  is_active: true,
  is_bot: false,
  bot_type: null,
  bot_owner: null,
  date_joined: BEGAN - 1000.5,
  timezone: 'Europe/Berlin',
  avatar_source: 'G',
  is_mirror_dummy: false,
  twenty_four_hour_time: true,
  enter_sends: true,
  ...more,
})

const channel = (id: number, name: string, more: Row = {}): Row => ({
  id,
  name,
  description: '',
  date_created: BEGAN - 900,
  deactivated: false,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  creator: 10,
  folder: null,
  topics_policy: 1,
  can_send_message_group: 102,
  ...more,
})

/** A small organization with something of every kind, as the other server exports it. */
export function zulipTables(): Record<string, Row[]> {
  return {
    zerver_realm: [
      {
        id: 2,
        string_id: 'garden',
        name: 'Garden',
        uuid: '7f2d1b9e-0000-4000-8000-000000000001',
        date_created: BEGAN - 2000,
        description: 'We grow things',
        waiting_period_threshold: 3,
        message_edit_history_visibility_policy: 1,
        topics_policy: 2,
        can_create_groups: 100,
        can_create_public_channel_group: 110,
      },
    ],
    zerver_userprofile: [
      person(10, 'Olga', { role: 100, avatar_source: 'U' }),
      person(11, 'Ann', { delivery_email: 'ann@example.org' }),
      person(12, 'Bob', { role: 300 }),
      person(13, 'Gone', { is_active: false }),
      person(14, 'Rain Bot', { is_bot: true, bot_type: 1, bot_owner: 12, email: 'rain-bot@chat.garden.example' }),
    ],
    zerver_userprofile_crossrealm: [
      { id: 1, email: 'notification-bot@example.com' },
      { id: 3, email: 'welcome-bot@example.com' },
    ],
    zerver_client: [
      { id: 1, name: 'website' },
      { id: 2, name: 'rain script' },
    ],
    zerver_stream: [
      channel(20, 'beds', { description: 'Talk with @**Bob|12** about #**beds**', folder: 60 }),
      channel(21, 'general'),
      channel(22, 'secret', {
        invite_only: true,
        history_public_to_subscribers: false,
        can_administer_channel_group: 103,
        can_add_subscribers_group: 110,
      }),
      channel(23, 'old beds', { deactivated: true }),
    ],
    zerver_channelfolder: [{ id: 60, name: 'Places', description: 'All of them', creator: 10, is_archived: false }],
    zerver_defaultstream: [{ id: 1, stream: 20, realm: 2 }],
    zerver_recipient: [
      { id: 30, type: 2, type_id: 20 },
      { id: 31, type: 2, type_id: 21 },
      { id: 32, type: 2, type_id: 22 },
      { id: 33, type: 2, type_id: 23 },
      { id: 40, type: 1, type_id: 11 },
      { id: 41, type: 1, type_id: 12 },
      { id: 50, type: 3, type_id: 7 },
    ],
    zerver_huddle: [{ id: 7, recipient: 50 }],
    zerver_subscription: [
      ...[10, 11, 12].map((id) => subscription(100 + id, id, 30)),
      subscription(120, 11, 31, { is_muted: true, pin_to_top: true, color: '#abcdef', desktop_notifications: false }),
      subscription(121, 12, 32),
      subscription(122, 11, 32),
      subscription(123, 13, 30),
      subscription(124, 10, 32, { active: false }),
      ...[10, 11, 12].map((id) => subscription(130 + id, id, 50)),
    ],
    zerver_usergroup: [100, 101, 102, 103, 110].map((id) => ({ id, realm: 2 })),
    zerver_namedusergroup: [
      group(100, 'role:administrators', { is_system_group: true }),
      group(102, 'role:everyone', { is_system_group: true }),
      group(101, 'gardeners', { description: 'People with gloves', can_mention_group: 102 }),
      group(103, 'keepers', { can_manage_group: 100 }),
    ],
    zerver_usergroupmembership: [
      { id: 1, user_group: 101, user_profile: 11 },
      { id: 2, user_group: 103, user_profile: 12 },
      { id: 3, user_group: 110, user_profile: 12 },
    ],
    zerver_groupgroupmembership: [
      { id: 1, supergroup: 101, subgroup: 103 },
      { id: 2, supergroup: 110, subgroup: 101 },
    ],
    zerver_realmemoji: [{ id: 5, name: 'rose', file_name: '5.png', author: 11, deactivated: false, realm: 2 }],
    zerver_realmfilter: [
      { id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://tickets.example.com/{id}', order: 1 },
      { id: 2, pattern: '(?=x)', url_template: 'https://tickets.example.com/', order: 2 },
    ],
    zerver_customprofilefield: [
      { id: 8, name: 'Tools', hint: 'What you use', field_type: 1, field_data: '', order: 1 },
    ],
    zerver_customprofilefieldvalue: [{ id: 1, user_profile: 12, field: 8, value: 'spade' }],
    zerver_usertopic: [
      { id: 1, user_profile: 12, stream: 20, topic_name: 'roses', last_updated: BEGAN, visibility_policy: 3 },
    ],
    zerver_muteduser: [{ id: 1, user_profile: 11, muted_user: 10, date_muted: BEGAN }],
    zerver_alertword: [{ id: 1, user_profile: 11, word: 'thorn' }],
    zerver_savedsnippet: [{ id: 1, user_profile: 11, title: 'Thanks', content: 'Thank you!', date_created: BEGAN }],
    zerver_scheduledmessage: [
      {
        id: 1,
        sender: 11,
        recipient: 30,
        subject: 'later',
        content: 'See you @**Bob|12**',
        scheduled_timestamp: 4_000_000_000,
        delivered: false,
        delivery_type: 1,
      },
    ],
    zerver_reaction: [
      reaction(1, 1001, 11, { emoji_name: 'tada', emoji_code: '1f389' }),
      reaction(2, 1001, 12, { emoji_name: 'rose', emoji_code: '5', reaction_type: 'realm_emoji' }),
      reaction(3, 1002, 12, { emoji_name: 'gone', emoji_code: 'nothing' }),
    ],
    zerver_userstatus: [{ id: 1, user_profile: 11, status_text: 'away' }],
  }
}

const subscription = (id: number, user: number, recipient: number, more: Row = {}): Row => ({
  id,
  user_profile: user,
  recipient,
  active: true,
  is_muted: false,
  color: '#112233',
  pin_to_top: false,
  desktop_notifications: null,
  ...more,
})

const group = (id: number, name: string, more: Row = {}): Row => ({
  usergroup_ptr: id,
  name,
  description: '',
  is_system_group: false,
  deactivated: false,
  creator: 10,
  ...more,
})

const reaction = (id: number, message: number, user: number, more: Row): Row => ({
  id,
  message,
  user_profile: user,
  reaction_type: 'unicode_emoji',
  ...more,
})

const READ = 1
const STARRED = 2

export const zulipMessage = (id: number, sender: number, recipient: number, content: string, more: Row = {}): Row => ({
  id,
  sender,
  recipient,
  subject: 'roses',
  content,
  date_sent: BEGAN + (id - 1000),
  sending_client: 1,
  edit_history: null,
  ...more,
})

/** Who has a message: `[person, flags]`. */
export const received = (message: number, ...people: [user: number, flags: number][]): Row[] =>
  people.map(([user, flags_mask], index) => ({ id: message * 10 + index, message, user_profile: user, flags_mask }))

const PATH = '2/ab/AbCdEfGhIjKlMnOp/minutes.txt'
const NARROW = '#narrow/channel/20-beds/topic/roses/near/1001'

export function zulipMessages(): { zerver_message: Row[]; zerver_usermessage: Row[] }[] {
  return [
    {
      zerver_message: [
        zulipMessage(1001, 10, 30, 'Hello @**Ann|11**, @**Bob** and @*gardeners*', {
          edit_history: JSON.stringify([
            { user_id: 10, timestamp: BEGAN + 60, prev_topic: 'tulips', topic: 'roses' },
            { user_id: 10, timestamp: BEGAN + 50, prev_content: 'Hallo', prev_rendered_content: '<p>Hallo</p>' },
          ]),
        }),
        zulipMessage(1002, 12, 30, `Minutes: [minutes.txt](/user_uploads/${PATH}) #12 :rose:`),
        zulipMessage(
          1003,
          14,
          30,
          `See #**beds>roses@1001**, [there](https://chat.garden.example/${NARROW}) and #**beds>roses**`,
          {
            sending_client: 2,
          },
        ),
        zulipMessage(1004, 11, 30, '`@**Bob|12**` stays\n```\n@**Bob|12**\n```', { subject: '' }),
      ],
      zerver_usermessage: [
        ...received(1001, [10, READ], [11, READ | STARRED], [12, 0]),
        ...received(1002, [10, READ], [11, 0], [12, READ]),
        ...received(1003, [10, READ], [11, 0], [12, READ]),
        ...received(1004, [10, READ], [11, READ], [12, READ]),
      ],
    },
    {
      zerver_message: [
        zulipMessage(1005, 12, 32, 'before Ann came', { subject: 'plans' }),
        zulipMessage(1006, 12, 32, 'after Ann came', { subject: 'plans' }),
        zulipMessage(1007, 12, 40, 'to Ann alone'),
        zulipMessage(1008, 11, 50, 'to all of us'),
        zulipMessage(1009, 1, 30, 'from the server itself'),
        zulipMessage(1010, 12, 99, 'to nobody'),
        { id: 1011, sender: 12 },
      ],
      zerver_usermessage: [
        ...received(1005, [12, READ], [10, READ]),
        ...received(1006, [12, READ], [11, READ]),
        ...received(1007, [12, READ], [11, 0]),
        ...received(1008, [10, 0], [11, READ], [12, READ]),
      ],
    },
  ]
}

export interface ZulipArchive {
  readonly tables: Record<string, Row[]>
  readonly messages: ReturnType<typeof zulipMessages>
}

/** Writes the export into a folder. */
export async function writeZulip(
  folder: string,
  { tables = zulipTables(), messages = zulipMessages() }: Partial<ZulipArchive> = {},
): Promise<void> {
  const write = (name: string, content: unknown) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), Buffer.isBuffer(content) ? content : JSON.stringify(content))
  }
  write('realm.json', tables)
  for (const [index, piece] of messages.entries()) write(`messages-${`${index + 1}`.padStart(6, '0')}.json`, piece)
  write('attachment.json', {
    zerver_attachment: [
      { id: 70, file_name: 'minutes.txt', path_id: PATH, owner: 12, size: 14, create_time: BEGAN, messages: [1002] },
    ],
  })
  write(`uploads/${PATH}`, Buffer.from('What we said.\n'))
  write('uploads/records.json', [{ path: PATH, user_profile_id: 12 }])
  write('avatars/records.json', [{ path: '2/olga.original', user_profile_id: 10 }])
  write('avatars/2/olga.original', await picture())
  write('emoji/records.json', [{ path: '2/emoji/images/5.png', name: 'rose' }])
  write('emoji/2/emoji/images/5.png', await picture())
}
