import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ZipEntry, zipOf } from './zip.ts'

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Writes a zip file and returns its path. */
export function zipFile(entries: readonly ZipEntry[]): string {
  const path = join(temporaryFolder(), 'export.zip')
  writeFileSync(path, zipOf(entries))
  return path
}

/** Everything in a list. */
export async function listOf<T>(rows: AsyncIterable<T> | undefined): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows ?? []) all.push(row)
  return all
}
