import { safeName } from '../../../kernel/attachments/file-path.ts'
import { jsonRows } from '../archive/json-rows.ts'
import { type ArchiveFolder, openFile } from '../archive/open-folder.ts'
import type { TextNames } from '../narrow-text.ts'
import type { ImportReport } from '../report.ts'
import type { SourceUpload } from '../source.ts'
import { idOf, idsOf, isRow, numberOf, type Row, textOf } from '../values.ts'

/** A row of the archive, with its place. */
export interface PlacedRow {
  readonly row: Row
  readonly where: string
}

/** The pieces of each table, and the names that texts refer to. */
export class ParleyArchive {
  readonly folder: ArchiveFolder
  readonly report: ImportReport
  readonly #files: readonly string[]
  readonly #people = new Map<string, string[]>()
  readonly #groups = new Map<string, string>()
  readonly #channels = new Map<string, string>()
  readonly #uploads = new Map<string, SourceUpload>()
  /** For archives whose attachments have no path: by message and name. */
  readonly #named = new Map<string, SourceUpload>()
  readonly #addresses: readonly string[]

  private constructor(folder: ArchiveFolder, files: readonly string[], host: string, report: ImportReport) {
    this.folder = folder
    this.#files = files
    this.report = report
    this.#addresses = [`https://${host}`, `http://${host}`]
  }

  static async open(folder: ArchiveFolder, host: string, report: ImportReport): Promise<ParleyArchive> {
    const archive = new ParleyArchive(folder, await folder.list('.'), host, report)
    for await (const { id, name } of archive.#namedRows('users', 'full_name'))
      archive.#people.set(name, [...(archive.#people.get(name) ?? []), id])
    for await (const { id, name } of archive.#namedRows('groups')) archive.#groups.set(name, id)
    for await (const { id, name, row } of archive.#namedRows('channels'))
      if (row['is_archived'] !== true) archive.#channels.set(name, id)
    for await (const { id, name, row, where } of archive.#namedRows('attachments'))
      archive.#addUpload(id, name, row, where)
    return archive
  }

  /** The rows of a table, piece by piece. Broken ones are reported. */
  async *rows(table: string): AsyncGenerator<PlacedRow> {
    const pieces = this.#files.filter((name) => name.startsWith(`${table}-`) && name.endsWith('.json'))
    for (const name of pieces) {
      const path = await this.folder.find(name)
      if (path === null) continue
      try {
        for await (const { row, index } of jsonRows(path, () => true)) {
          const where = `${name}, row ${index + 1}`
          if (isRow(row)) yield { row, where }
          else this.report.skip(where, 'it is not a record')
        }
      } catch (error) {
        if (!(error instanceof SyntaxError || isCut(error))) throw error
        this.report.skip(name, 'the file is damaged')
      }
    }
  }

  async *#namedRows(table: string, field = 'name') {
    for await (const { row, where } of this.rows(table)) {
      const [id, name] = [idOf(row['id']), textOf(row[field])]
      if (id !== undefined && name !== undefined) yield { id, name, row, where }
    }
  }

  #addUpload(id: string, name: string, row: Row, where: string): void {
    const [ownerId, createdAt, path] = [idOf(row['owner_id']), numberOf(row['created_at']), textOf(row['path_id'])]
    const upload: SourceUpload = {
      id,
      where,
      name,
      type: textOf(row['content_type']) ?? null,
      size: numberOf(row['size']) ?? null,
      ...(ownerId !== undefined && { ownerId }),
      ...(createdAt !== undefined && { createdAt }),
      open: openFile(this.folder, textOf(row['file']) ?? ''),
    }
    if (path !== undefined) this.#uploads.set(path, upload)
    else for (const message of idsOf(row['message_ids'])) this.#named.set(`${message} ${safeName(name)}`, upload)
  }

  /** What the text of this message may refer to. */
  namesIn(messageId: string | undefined): TextNames {
    return {
      person: (name) => {
        const ids = this.#people.get(name) ?? []
        return ids.length === 1 ? ids[0] : undefined
      },
      group: (name) => this.#groups.get(name),
      channel: (name) => this.#channels.get(name),
      upload: (path, isOwn) =>
        this.#uploads.get(path) ?? (isOwn ? this.#named.get(`${messageId} ${path.split('/').at(-1)}`) : undefined),
      addresses: this.#addresses,
    }
  }
}

const isCut = (error: unknown): boolean => error instanceof Error && /too early|too long/.test(error.message)
