import type { Readable } from 'node:stream'

/**
 * Where the bytes of files are kept, under names that the server chooses. An implementation never has to seek in a file,
 * to rename one where others could see it, or to list in order, so object storage fits as well as a disk.
 */
export interface FileStore {
  /**
   * Stores all bytes of the source; no name is used twice. The file exists when this has resolved, and from then on survives a crash. When the
   * source or the store fails, nothing of it remains.
   */
  write(name: string, source: Chunks): Promise<WrittenFile>
  /** Null when there is no such file. The caller has to read or destroy the stream. */
  read(name: string, range?: ByteRange): Promise<OpenFile | null>
  /** Also removes what a crash left of an unfinished write. It is no error when there is nothing to remove. */
  remove(name: string): Promise<void>
  /** The names of all files, in any order. */
  list(): AsyncIterable<string>
}

/** Bytes as they come. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface WrittenFile {
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

export interface SavedFile extends WrittenFile {
  readonly name: string
}

/** Both ends belong to the range, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface OpenFile {
  /** Of the whole file, whatever the range. */
  readonly size: number
  readonly stream: Readable
}
