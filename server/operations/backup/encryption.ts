import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ReadableStream as WebStream } from 'node:stream/web'
import { refuse } from '../../kernel/base/startup-refusal.ts'

/** How every file in the age format begins. */
const MARK = Buffer.from('age-encryption.org/v1\n')

type Bytes = AsyncIterable<Uint8Array>

/** Loaded only if there is a passphrase. */
const loadAge = () => import('age-encryption')

/**
 * Takes the first byte only when the key is made from the passphrase. That stops this process for seconds, and
 * connections to the database would end meanwhile.
 */
export async function* encrypted(bytes: Bytes, passphrase: string): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  yield* (await encrypter.encrypt(webStream(bytes))) as unknown as Bytes
}

/** The compressed archive in the file. Refuses a passphrase that is missing, wrong or not needed. */
export async function openArchive(file: string, passphrase: string | null): Promise<Readable> {
  const isEncrypted = await beginsWithMark(file)
  if (isEncrypted && passphrase === null) throw refuse.backupEncrypted(file)
  if (!isEncrypted && passphrase !== null) throw refuse.backupNotEncrypted(file)
  return passphrase === null ? createReadStream(file) : Readable.from(decrypted(file, passphrase))
}

async function* decrypted(file: string, passphrase: string): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await loadAge()
  const source = createReadStream(file)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    yield* (await decrypter.decrypt(webStream(source))) as unknown as Bytes
  } catch (error) {
    // The library has no codes for its errors. Any other one is damage.
    const isWrong = (error as Error).message.startsWith('no identity matched')
    throw isWrong ? refuse.passphraseWrong(file) : refuse.backupAltered(file)
  } finally {
    source.destroy()
  }
}

const webStream = (bytes: Bytes) => WebStream.from(bytes) as ReadableStream<Uint8Array>

async function beginsWithMark(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MARK.length), 0, MARK.length, 0)
    return buffer.subarray(0, bytesRead).equals(MARK)
  } finally {
    await handle.close()
  }
}
