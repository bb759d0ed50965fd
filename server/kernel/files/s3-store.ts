import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '../base/config.ts'
import { isFileName } from './file-name.ts'
import type { ByteRange, Chunks, FileStore, OpenFile, WrittenFile } from './file-store.ts'

type Sdk = typeof import('@aws-sdk/client-s3')

/** Larger than the 5 MiB that parts must have. A file of 10,000 parts is the largest: 80 GB. */
const PART_BYTES = 8 * 1_048_576
/** Of one file. There are more only if writes of the same name were interrupted, which happens at most once. */
const MAX_UNFINISHED_UPLOADS = 100

const TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 30_000 }
const MAX_ATTEMPTS = 3

/**
 * Files in a bucket, under the same names as on disk. A file is visible when its last byte has arrived, so an
 * interrupted write cannot be read. The client library is loaded with the first file.
 */
export class S3Store implements FileStore {
  readonly #settings: S3Config
  #opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined

  constructor(settings: S3Config) {
    this.#settings = settings
  }

  async write(name: string, source: Chunks): Promise<WrittenFile> {
    const place = this.#placeOf(name)
    const hash = createHash('sha256')
    let size = 0
    const count = (chunk: Uint8Array) => {
      hash.update(chunk)
      size += chunk.length
    }
    try {
      await this.#writeParts(place, source, count)
    } catch (error) {
      // What cannot be removed now is removed by the sweep.
      await this.remove(name).catch(() => {})
      throw error
    }
    return { size, sha256: hash.digest('hex') }
  }

  /** A small file is one request. A large one is sent in parts, of which one is in memory. */
  async #writeParts(place: Place, source: Chunks, count: (chunk: Uint8Array) => void): Promise<void> {
    const { sdk, client } = await this.#open()
    const parts: { ETag: string | undefined; PartNumber: number }[] = []
    let upload: string | undefined
    for await (const { bytes, isLast } of inParts(source, count)) {
      if (isLast && upload === undefined) {
        await client.send(new sdk.PutObjectCommand({ ...place, Body: bytes }))
        return
      }
      upload ??= (await client.send(new sdk.CreateMultipartUploadCommand(place))).UploadId
      const part = { ...place, UploadId: upload, PartNumber: parts.length + 1 }
      const { ETag } = await client.send(new sdk.UploadPartCommand({ ...part, Body: bytes }))
      parts.push({ ETag, PartNumber: part.PartNumber })
    }
    const whole = { ...place, UploadId: upload, MultipartUpload: { Parts: parts } }
    await client.send(new sdk.CompleteMultipartUploadCommand(whole))
  }

  async read(name: string, range?: ByteRange): Promise<OpenFile | null> {
    const place = this.#placeOf(name)
    const { sdk, client } = await this.#open()
    const wanted = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
    try {
      const { Body, ContentLength, ContentRange } = await client.send(new sdk.GetObjectCommand({ ...place, ...wanted }))
      const size = Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1] ?? ContentLength)
      return { size, stream: Body as Readable }
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    const place = this.#placeOf(name)
    const { sdk, client } = await this.#open()
    const { Uploads = [] } = await client.send(
      new sdk.ListMultipartUploadsCommand({ Bucket: place.Bucket, Prefix: name, MaxUploads: MAX_UNFINISHED_UPLOADS }),
    )
    for (const { Key, UploadId } of Uploads)
      if (Key === name) await client.send(new sdk.AbortMultipartUploadCommand({ ...place, UploadId }))
    await client.send(new sdk.DeleteObjectCommand(place))
  }

  async *list(): AsyncIterable<string> {
    const { sdk, client } = await this.#open()
    let after: string | undefined
    do {
      const page = await client.send(
        new sdk.ListObjectsV2Command({ Bucket: this.#settings.bucket, ContinuationToken: after }),
      )
      // A bucket may also be used by others.
      for (const { Key = '' } of page.Contents ?? []) if (isFileName(Key)) yield Key
      after = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (after !== undefined)
  }

  #placeOf(name: string): Place {
    if (!isFileName(name)) throw new Error(`"${name}" is not the name of a file in the store`)
    return { Bucket: this.#settings.bucket, Key: name }
  }

  #open(): Promise<{ sdk: Sdk; client: S3Client }> {
    this.#opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: this.#connect(sdk) }))
    return this.#opened
  }

  #connect({ S3Client }: Sdk): S3Client {
    const { endpoint, region, accessKeyId, secretAccessKey } = this.#settings
    return new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Servers other than Amazon's seldom have a host name for each bucket, and not all know the newer checksums.
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: TIMEOUTS,
      maxAttempts: MAX_ATTEMPTS,
    })
  }
}

interface Place {
  readonly Bucket: string
  readonly Key: string
}

const isAbsent = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchKey'

/** Parts of equal size. The last one is smaller, and empty only if everything is. */
async function* inParts(
  source: Chunks,
  count: (chunk: Uint8Array) => void,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    count(chunk)
    held.push(chunk)
    size += chunk.length
    while (size > PART_BYTES) {
      const all = Buffer.concat(held)
      yield { bytes: all.subarray(0, PART_BYTES), isLast: false }
      held = [all.subarray(PART_BYTES)]
      size -= PART_BYTES
    }
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}
