import type { Files, SavedFile } from './files.ts'

/** All bytes of an uploaded file. Only for files whose size is limited. */
export async function readWhole(files: Files, { name }: SavedFile): Promise<Buffer> {
  const file = await files.open(name)
  if (!file) throw new Error(`the uploaded file ${name} is gone`)
  return Buffer.concat(await file.stream.toArray())
}
