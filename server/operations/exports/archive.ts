import { pathId, safeName } from '../../kernel/attachments/file-path.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Files } from '../../kernel/files/files.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { originalName } from '../../messages/uploads/attachment-files.ts'
import { emojiFileName } from '../../organization/emoji/emoji-files.ts'
import {
  attachmentsAfter,
  changedAmong,
  draftsAfter,
  historiesOf,
  messagesAfter,
  newestMessageId,
  reactionsOf,
} from './content-queries.ts'
import {
  emojiFile,
  presentChannel,
  presentDraft,
  presentEmoji,
  presentGroup,
  presentHistory,
  presentOrganization,
  presentReaction,
  presentUser,
} from './present.ts'
import type { ExportRow } from './queries.ts'
import type { ExportScope } from './scope.ts'
import { TAR_END, tarHeader, tarPadding } from './tar.ts'

export interface ArchiveSource {
  readonly db: Db
  readonly files: Pick<Files, 'open'>
  readonly signal: AbortSignal
}

/** The number of rows in memory at once, and in one file of the archive. */
const ROWS_IN_A_PIECE = 1_000
const MESSAGES_IN_A_PIECE = 500
const HISTORIES_IN_A_PIECE = 20
const DRAFTS_IN_A_PIECE = 500
const ATTACHMENTS_IN_A_PIECE = 200

/**
 * The bytes of the archive, before compression: JSON files named by what they contain, in numbered pieces, and the
 * uploaded files by the ids of their attachments. Each piece is read at its own time, so what changes meanwhile may be
 * found in its earlier or its later form.
 */
export async function* writeArchive(
  source: ArchiveSource,
  realm: RealmState,
  scope: ExportScope,
  row: Pick<ExportRow, 'type' | 'requested_at'>,
): AsyncGenerator<Buffer> {
  const tar = new TarWriter(row.requested_at)
  yield* tar.json('organization.json', presentOrganization(realm, row))
  const accounts = [...realm.systemBots.values(), ...realm.users.values()]
  yield* tar.pieces('users', inPieces(accounts.map((user) => presentUser(user, scope))))
  yield* tar.pieces('channels', inPieces(scope.channels.map(presentChannel)))
  yield* tar.pieces('subscriptions', inPieces(subscriptions(realm, scope)))
  yield* tar.pieces('groups', inPieces([...realm.records.group.values()].map(presentGroup)))
  yield* emoji(tar, source, realm)
  yield* drafts(tar, source, scope)
  const upTo = await newestMessageId(source.db, scope.realmId)
  yield* messages(tar, source, scope, upTo)
  yield* attachments(tar, source, scope, upTo)
  yield TAR_END
}

function* subscriptions(realm: RealmState, scope: ExportScope) {
  for (const { id } of scope.channels)
    for (const userId of [...realm.memberships.subscribers(id)]) yield { channel_id: id, user_id: userId }
}

function* inPieces<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let piece: Row[] = []
  for (const row of rows) {
    piece.push(row)
    if (piece.length < ROWS_IN_A_PIECE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

async function* messages(tar: TarWriter, { db, signal }: ArchiveSource, scope: ExportScope, upTo: number) {
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const rows = await messagesAfter(db, scope, { after, upTo, limit: MESSAGES_IN_A_PIECE })
    if (rows.length > 0) {
      yield* tar.piece('messages', rows)
      const ids = rows.map(({ id }) => id)
      yield* tar.pieces('reactions', inPieces((await reactionsOf(db, scope.realmId, ids)).map(presentReaction)))
      if (scope.history !== 'none') yield* edits(tar, { db, signal }, scope, await changedAmong(db, scope.realmId, ids))
    }
    if (rows.length < MESSAGES_IN_A_PIECE) return
    after = rows.at(-1)!.id
  }
}

/** A message may have two hundred earlier texts, so few messages are read at once. */
async function* edits(
  tar: TarWriter,
  { db, signal }: Pick<ArchiveSource, 'db' | 'signal'>,
  scope: ExportScope,
  ids: readonly number[],
) {
  for (let at = 0; at < ids.length; at += HISTORIES_IN_A_PIECE) {
    signal.throwIfAborted()
    const changed = await historiesOf(db, scope.realmId, ids.slice(at, at + HISTORIES_IN_A_PIECE))
    const rows = changed.flatMap((message) => presentHistory(message, scope))
    if (rows.length > 0) yield* tar.piece('edits', rows)
  }
}

async function* drafts(tar: TarWriter, { db, signal }: ArchiveSource, scope: ExportScope) {
  if (!scope.hasAll && scope.consenting.length === 0) return
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const rows = await draftsAfter(db, scope, { after, limit: DRAFTS_IN_A_PIECE })
    if (rows.length > 0) yield* tar.piece('drafts', rows.map(presentDraft))
    if (rows.length < DRAFTS_IN_A_PIECE) return
    after = rows.at(-1)!.id
  }
}

/** Everybody sees them, so every archive has them. */
async function* emoji(tar: TarWriter, { files, signal }: ArchiveSource, realm: RealmState) {
  const all = [...realm.records.emoji.values()]
  yield* tar.pieces('emoji', inPieces(all.map(presentEmoji)))
  for (const one of all) {
    signal.throwIfAborted()
    const file = await files.open(emojiFileName(realm.id, one.token, one.format))
    if (file) yield* tar.file(emojiFile(one), file.size, file.stream)
  }
}

async function* attachments(tar: TarWriter, { db, files, signal }: ArchiveSource, scope: ExportScope, upTo: number) {
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const rows = await attachmentsAfter(db, scope, { after, upTo, limit: ATTACHMENTS_IN_A_PIECE })
    if (rows.length > 0)
      yield* tar.piece(
        'attachments',
        rows.map(({ token, ...row }) => ({
          ...row,
          path_id: pathOf(scope.realmId, token, row.name),
          file: `uploads/${row.id}`,
        })),
      )
    for (const { id, token } of rows) {
      signal.throwIfAborted()
      // The file may have been removed since its row was read.
      const file = await files.open(originalName({ realm_id: scope.realmId, token }))
      if (file) yield* tar.file(`uploads/${id}`, file.size, file.stream)
    }
    if (rows.length < ATTACHMENTS_IN_A_PIECE) return
    after = rows.at(-1)!.id
  }
}

/** The texts of messages name the file by it. */
const pathOf = (realmId: number, token: string, name: string): string =>
  pathId({ realmId, token, name: safeName(name) })

class TarWriter {
  readonly #time: number
  readonly #pieces = new Map<string, number>()

  constructor(time: number) {
    this.#time = time
  }

  *json(name: string, value: unknown): Generator<Buffer> {
    const bytes = Buffer.from(JSON.stringify(value))
    yield tarHeader(name, bytes.length, this.#time)
    yield bytes
    yield tarPadding(bytes.length)
  }

  /** The next file of a table. */
  *piece(table: string, rows: readonly unknown[]): Generator<Buffer> {
    const number = (this.#pieces.get(table) ?? 0) + 1
    this.#pieces.set(table, number)
    yield* this.json(`${table}-${`${number}`.padStart(6, '0')}.json`, rows)
  }

  *pieces(table: string, pieces: Iterable<readonly unknown[]>): Generator<Buffer> {
    for (const rows of pieces) yield* this.piece(table, rows)
  }

  async *file(name: string, size: number, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield tarHeader(name, size, this.#time)
    yield* content
    yield tarPadding(size)
  }
}
