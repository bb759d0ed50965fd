import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const IN_A_FILE = 1_000
const BEGAN = 1_600_000_000
const FIRST_PERSON = 100
/** Messages of one channel that follow each other in a topic. */
const IN_A_TOPIC = 10

/** A word that equally many messages of every archive contain. A number would be the beginning of more and more others. */
export const RARE_WORD = 'zeppelin'
const isRare = (id: number): boolean => id <= 2_000 && id % 200 === 0

export interface ArchiveSize {
  readonly people: number
  readonly channels: number
  /** How many channels each person is in. The first one is in all. */
  readonly channelsEach: number
  readonly messages: number
  /** The address of the first person, to match an account that exists. */
  readonly firstEmail?: string
}

const ids = (from: number, length: number): number[] => Array.from({ length }, (_, index) => from + index)

/** Writes an archive in the format `zulip`. */
export async function writeArchive(folder: string, size: ArchiveSize): Promise<void> {
  const { people, channels, channelsEach, messages, firstEmail } = size
  await mkdir(folder, { recursive: true })
  const emailOf = (id: number) => (id === FIRST_PERSON ? firstEmail : undefined) ?? `person${id}@measured.example`
  const channelsOf = (id: number) =>
    id === FIRST_PERSON ? ids(1, channels) : ids(0, channelsEach).map((step) => 1 + ((id + step) % channels))
  const realm = {
    zerver_realm: [{ id: 2, name: 'Measured', uuid: 'measured', string_id: 'measured', date_created: BEGAN }],
    zerver_userprofile: ids(FIRST_PERSON, people).map((id) => ({
      ...{ id, email: `user${id}@measured.example`, delivery_email: emailOf(id) },
      ...{ full_name: `Person ${id}`, role: 400, is_active: true, is_bot: false, date_joined: BEGAN },
    })),
    zerver_stream: ids(1, channels).map((id) => ({ id, name: `channel ${id}`, description: '' })),
    zerver_recipient: ids(1, channels).map((id) => ({ id, type: 2, type_id: id })),
    zerver_subscription: ids(FIRST_PERSON, people).flatMap((user_profile) =>
      channelsOf(user_profile).map((recipient) => ({ user_profile, recipient, active: true, color: '#112233' })),
    ),
  }
  await writeFile(join(folder, 'realm.json'), JSON.stringify(realm))
  for (let first = 1; first <= messages; first += IN_A_FILE) {
    const name = `messages-${`${Math.ceil(first / IN_A_FILE)}`.padStart(6, '0')}.json`
    const page = ids(first, IN_A_FILE).map((id) => messageOf(id, size))
    await writeFile(join(folder, name), JSON.stringify({ zerver_message: page, zerver_usermessage: [] }))
  }
}

function messageOf(id: number, { people, channels }: ArchiveSize) {
  const person = FIRST_PERSON + (id % people)
  return {
    id,
    sender: person,
    recipient: 1 + (id % channels),
    subject: `topic ${Math.floor(id / (channels * IN_A_TOPIC))}`,
    content: `Message ${id}: the *report* of @**Person ${person}|${person}** is at https://example.com/${id}, please read it before the meeting${isRare(id) ? ` about the ${RARE_WORD}` : ''}`,
    date_sent: BEGAN + id,
  }
}
