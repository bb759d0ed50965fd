import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { fileName } from '../../kernel/files/file-name.ts'
import { MESSAGE_BIT } from '../../kernel/ledger/message-flags.ts'
import type { PopulateContext, Step } from './step.ts'

const UPLOADS = 20
/** The messages that link to uploads are this far apart. */
const STRIDE = 97
/** The first messages of conversations stay simple, because tests of damaged data change their ids. */
const SKIPPED = 3
const EMOJI = ['otter', 'teapot', 'ship-it', 'party_otter', 'thanks']
const PIXELS = 64

/** Uploads that messages link to, one that no message links to, an unfinished one, and custom emoji. */
export const files: Step = {
  name: 'uploads and emoji',
  async run(to) {
    await addUploads(to)
    await addEmoji(to)
    await sql`
      insert into resumable_upload (token, realm_id, owner_id, filename, size, expires_at)
      select ${tokenOf('unfinished', to.realmId)}, ${to.realmId}::int, id, 'film.mp4', 1000, ${to.now + 3_600}::bigint
      from pop_user where index = 0`.execute(to.tx)
  },
}

/** Always the same, because the whole data set is. */
const tokenOf = (what: string, n: number): string => createHash('sha1').update(`${what} ${n}`).digest('hex')

/** Writes the bytes, if there is a store, and the row of a file. */
async function addFile({ tx, realmId, now, store }: PopulateContext, name: string, bytes: Buffer): Promise<void> {
  await store?.write(name, [bytes])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await sql`
    insert into stored_file (name, realm_id, state, size, sha256, created_at)
    values (${name}, ${realmId}, 'claimed', ${bytes.length}, ${sha256}, ${now})`.execute(tx)
}

async function addUploads(to: PopulateContext): Promise<void> {
  const { tx, realmId, now } = to
  const { rows: linking } = await sql<{ id: number; sender_id: number }>`
    select m.id, m.sender_id from message m join pop_message p using (id)
    where p.hseq > ${SKIPPED} and p.n % ${STRIDE} = 0 order by p.n limit ${UPLOADS}`.execute(tx)
  for (const [n, message] of [...linking, null].entries()) {
    const token = tokenOf('upload', n)
    const bytes = Buffer.from(`The minutes of meeting ${n}\n`)
    await addFile(to, fileName(realmId, 'original', token), bytes)
    await sql`
      insert into attachment (realm_id, owner_id, token, name, content_type, size, is_animated, created_at, unused_since)
      select ${realmId}::int, coalesce(${message?.sender_id ?? null}::int, id), ${token}, ${`minutes-${n}.txt`},
        'text/plain', ${bytes.length}::bigint, false, ${now}::bigint, ${message ? null : now}::bigint
      from pop_user where index = 0`.execute(tx)
    if (message) await linkFrom(to, message.id, token, n)
  }
}

async function linkFrom({ tx, realmId }: PopulateContext, messageId: number, token: string, n: number): Promise<void> {
  const address = `/user_uploads/${realmId}/${token}/minutes-${n}.txt`
  await sql`
    update message set content = content || ${`\n\n[Minutes](${address})`},
      rendered = rendered || ${`\n<p><a href="${address}">Minutes</a></p>`},
      mflags = mflags | ${MESSAGE_BIT.hasLink | MESSAGE_BIT.hasAttachment}::int
    where id = ${messageId} and realm_id = ${realmId}::int`.execute(tx)
  await sql`
    insert into attachment_message (attachment_id, realm_id, message_id)
    select id, realm_id, ${messageId}::bigint from attachment where token = ${token}`.execute(tx)
}

async function addEmoji(to: PopulateContext): Promise<void> {
  for (const [n, name] of EMOJI.entries()) {
    const token = tokenOf('emoji', n)
    await addFile(to, fileName(to.realmId, 'emoji', token, 'png'), square(n))
    await sql`
      insert into custom_emoji (realm_id, name, author_id, token, format, added_seq, created_at)
      select ${to.realmId}::int, ${name}, id, ${token}, 'png', ${to.seq}::bigint, ${to.now}::bigint
      from pop_user where index = ${n}`.execute(to.tx)
  }
}

/** A PNG of one color. */
function square(n: number): Buffer {
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(PIXELS * 3, Buffer.of(40 * n, 120, 200 - 30 * n))])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(PIXELS, 0)
  head.writeUInt32BE(PIXELS, 4)
  head.set([8, 2], 8)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: PIXELS }, () => row)))
  const chunks = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
