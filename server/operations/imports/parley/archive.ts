import { safeName } from '../../../kernel/attachments/file-path.ts'
import { StartupRefusal } from '../../../kernel/base/startup-refusal.ts'
import { jsonRows } from '../archive/json-rows.ts'
import { type ArchiveFolder, openFile } from '../archive/open-folder.ts'
import type { TextNames } from '../narrow-text.ts'
import type { ImportReport } from '../report.ts'
import type { SourceUpload } from '../source.ts'

/** A row of the archive, with its place. */
export interface Row<T> {
  readonly row: T
  readonly where: string
}

interface Attachment {
  readonly id: number
  readonly owner_id: number
  readonly name: string
  readonly content_type: string
  readonly size: number
  readonly created_at: number
  readonly path_id?: string
  readonly message_ids: readonly number[]
  readonly file: string
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
    for await (const { row } of archive.rows<{ id: number; full_name: string }>('users'))
      archive.#people.set(row.full_name, [...(archive.#people.get(row.full_name) ?? []), `${row.id}`])
    for await (const { row } of archive.rows<{ id: number; name: string }>('groups'))
      archive.#groups.set(row.name, `${row.id}`)
    for await (const { row } of archive.rows<{ id: number; name: string; is_archived: boolean }>('channels'))
      if (!row.is_archived) archive.#channels.set(row.name, `${row.id}`)
    for await (const { row, where } of archive.rows<Attachment>('attachments')) archive.#addUpload(row, where)
    return archive
  }

  /** The rows of a table, piece by piece. Broken ones are reported. */
  async *rows<T>(table: string): AsyncGenerator<Row<T>> {
    const pieces = this.#files.filter((name) => name.startsWith(`${table}-`) && name.endsWith('.json'))
    for (const name of pieces) {
      const path = await this.folder.find(name)
      if (path === null) continue
      try {
        for await (const { row, index } of jsonRows(path, () => true)) {
          const where = `${name}, row ${index + 1}`
          if (typeof row === 'object' && row !== null) yield { row: row as T, where }
          else this.report.skip(where, 'it is not a record')
        }
      } catch (error) {
        if (error instanceof StartupRefusal || !(error instanceof SyntaxError || isCut(error))) throw error
        this.report.skip(name, 'the file is damaged')
      }
    }
  }

  #addUpload(row: Attachment, where: string): void {
    const upload: SourceUpload = {
      id: `${row.id}`,
      where,
      name: row.name,
      type: row.content_type,
      size: row.size,
      ownerId: `${row.owner_id}`,
      createdAt: row.created_at,
      open: openFile(this.folder, row.file ?? ''),
    }
    if (row.path_id !== undefined) this.#uploads.set(row.path_id, upload)
    else for (const id of row.message_ids ?? []) this.#named.set(`${id} ${safeName(row.name)}`, upload)
  }

  /** What the text of this message may refer to. */
  namesIn(messageId: number | undefined): TextNames {
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
