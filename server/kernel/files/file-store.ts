import type { Readable } from 'node:stream'

/**
 * Stores the bytes of files under names that the server chooses. An implementation never has to seek in a file, rename
 * a visible file, or list files in order, so object storage works as well as a disk.
 */
export interface FileStore {
  /**
   * Stores all bytes of the source. No name is used twice. After this resolves, the file exists and survives a crash.
   * If the source or the store fails, nothing of the file remains.
   */
  write(name: string, source: Chunks): Promise<WrittenFile>
  /** Null if the file does not exist. The caller has to read or destroy the stream. */
  read(name: string, range?: ByteRange): Promise<OpenFile | null>
  /** Also removes the rest of an interrupted write. Removing a missing file is not an error. */
  remove(name: string): Promise<void>
  /** The names of all files, in any order. */
  list(): AsyncIterable<string>
}

/** A stream or list of bytes. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface WrittenFile {
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

export interface SavedFile extends WrittenFile {
  readonly name: string
}

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface OpenFile {
  /** The size of the whole file, even for a range. */
  readonly size: number
  readonly stream: Readable
}
