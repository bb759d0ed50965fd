/** The files of an export, by their paths with slashes. Nothing is unpacked to the disk. */
export interface Archive {
  /** What the operator named. */
  readonly path: string
  /** In the archive's order. Empty for an archive without files. */
  readonly paths: Iterable<string>
  /** Unpacked. Undefined if there is no such file. */
  sizeOf(path: string): number | undefined
  /** Null if there is no such file. */
  open(path: string): Promise<AsyncIterable<Buffer> | null>
  /** Reads everything once and refuses a damaged archive. */
  check(): Promise<void>
  close(): void
}
