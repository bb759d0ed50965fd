import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { refusalOf, refuse } from './startup-refusal.ts'

/** The uses of the secret file. Each use has its own derived key. */
export interface Secret {
  /** Encrypts a short text, for example an API key, for storage. */
  sealKey(text: string): string
  /** Throws if the text was not sealed with this secret, or was changed since. */
  unsealKey(sealed: string): string
  /** A keyed hash in hex, to look up a key without storing it. */
  hashKey(text: string): string
  /** A keyed hash in hex, which proves that this server made a link. */
  signLink(text: string): string
  /** Distinguishes this secret from others without revealing it. */
  readonly fingerprint: string
  /** The file it was read from. */
  readonly file: string
}

const LENGTH = 32

/** Reads the secret. Creates it if there is none yet. */
export function openSecret(path: string): Secret {
  return decoded(read(path) ?? create(path), path)
}

/** Null if the file does not exist. */
export function readSecret(path: string): Secret | null {
  const text = read(path)
  return text === null ? null : decoded(text, path)
}

function decoded(text: string, path: string): Secret {
  const secret = Buffer.from(text.trim(), 'base64')
  if (secret.length < LENGTH) throw refuse.secretUnusable(path)
  return secretFrom(secret, path)
}

export function secretFrom(secret: Uint8Array, file = ''): Secret {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `parley/${purpose}`, 32))
  const sealing = derive('seal-keys')
  const hashing = derive('hash-keys')
  const signing = derive('sign-links')
  return {
    sealKey: (text) => seal(sealing, text),
    unsealKey: (sealed) => unseal(sealing, sealed),
    hashKey: createKeyedHash(hashing),
    signLink: createKeyedHash(signing),
    fingerprint: derive('fingerprint').toString('hex'),
    file,
  }
}

/**
 * HMAC-SHA-256 in hex. Every request needs it, and Node's own implementation creates a key object and a stream each
 * time. Two one-shot hashes over the prepared key take a quarter of that time.
 */
export function createKeyedHash(key: Uint8Array): (text: string) => string {
  const pad = (byte: number) => Buffer.alloc(64, byte).map((value, index) => value ^ (key[index] ?? 0))
  const [inner, outer] = [pad(0x36), pad(0x5c)]
  return (text) => {
    const first = hash('sha256', Buffer.concat([inner, Buffer.from(text, 'utf8')]), 'buffer')
    return hash('sha256', Buffer.concat([outer, first]), 'hex')
  }
}

const IV = 12
const TAG = 16

function seal(key: Buffer, text: string): string {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

function unseal(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV), { authTagLength: TAG })
  cipher.setAuthTag(bytes.subarray(IV, IV + TAG))
  return Buffer.concat([cipher.update(bytes.subarray(IV + TAG)), cipher.final()]).toString('utf8')
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw problem(error, path)
  }
}

/** Creates the file atomically. If two processes start at once, the first link wins and both use it. */
function create(path: string): string {
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    makeFolder(dirname(path), 0o711)
    writeFileSync(temporary, `${randomBytes(LENGTH).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw problem(error, path)
  } finally {
    rmSync(temporary, { force: true })
  }
  const made = read(path)
  // The name exists but the file does not: a broken link.
  if (made === null) throw refuse.secretForbidden(path)
  return made
}

function problem(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (['EISDIR', 'ENOTDIR'].includes(code)) return refuse.secretIsNoFile(path)
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code)) return refuse.secretForbidden(path)
  return refusalOf(error, path)
}
