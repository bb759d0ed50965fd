import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Config } from '../../server/kernel/base/config.ts'

/** A bucket that speaks as much of the S3 protocol as the store uses, and refuses requests with a wrong signature. */
export interface ObjectStorage {
  readonly settings: S3Config
  readonly objects: Map<string, Buffer>
  /** Uploads in parts that were neither completed nor aborted. */
  readonly unfinished: Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>
  /** How many requests it has answered. */
  requests: number
  /** Refuses every write from now on, like a full disk. */
  isFull: boolean
  close(): Promise<void>
}

const KEYS = { accessKeyId: 'PARLEYTEST', secretAccessKey: 'purple-otters-sing-at-noon' }
const REGION = 'test-1'
const BUCKET = 'parley-files'
/** Few, so that lists have several pages. */
const LISTED_AT_ONCE = 2

class Refusal extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

export async function openObjectStorage(): Promise<ObjectStorage> {
  const server = createServer((request, response) => {
    storage.requests += 1
    void answer(storage, request, response).catch((error: unknown) => {
      const { status, message } = error instanceof Refusal ? error : new Refusal(500, 'InternalError')
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? '' : xml('Error', `<Code>${message}</Code>`))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const storage: ObjectStorage = {
    settings: { endpoint, region: REGION, bucket: BUCKET, ...KEYS },
    objects: new Map(),
    unfinished: new Map(),
    requests: 0,
    isFull: false,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return storage
}

async function answer(storage: ObjectStorage, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray())
  const url = new URL(request.url ?? '', 'http://localhost')
  requireSignature(request, url, body)
  const [, bucket, ...rest] = url.pathname.split('/')
  if (bucket !== BUCKET) throw new Refusal(404, 'NoSuchBucket')
  const key = decodeURIComponent(rest.join('/'))
  const query = url.searchParams
  const isWrite = request.method === 'PUT' || request.method === 'POST'
  if (isWrite && storage.isFull) throw new Refusal(507, 'InsufficientStorage')
  if (key === '') return list(storage, query, response)
  switch (`${request.method}${query.has('uploadId') || query.has('uploads') ? ' part' : ''}`) {
    case 'PUT':
      storage.objects.set(key, body)
      return end(response, 200, '', { etag: etagOf(body) })
    case 'GET':
      return get(storage, key, request, response)
    case 'DELETE':
      storage.objects.delete(key)
      return end(response, 204)
    case 'POST part':
      return query.has('uploads') ? begin(storage, key, response) : complete(storage, query, body, response)
    case 'PUT part':
      unfinishedOf(storage, query).parts.set(Number(query.get('partNumber')), body)
      return end(response, 200, '', { etag: etagOf(body) })
    case 'DELETE part':
      storage.unfinished.delete(query.get('uploadId') ?? '')
      return end(response, 204)
    default:
      throw new Refusal(405, 'MethodNotAllowed')
  }
}

function list({ objects, unfinished }: ObjectStorage, query: URLSearchParams, response: ServerResponse): void {
  if (query.has('uploads')) {
    const prefix = query.get('prefix') ?? ''
    const found = [...unfinished].filter(([, { key }]) => key.startsWith(prefix))
    const uploads = found.map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
    end(response, 200, xml('ListMultipartUploadsResult', uploads.join('')))
    return
  }
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].sort().filter((key) => key > after)
  const page = keys.slice(0, LISTED_AT_ONCE)
  const more = keys.length > page.length
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  end(response, 200, xml('ListBucketResult', `<IsTruncated>${more}</IsTruncated>${contents}${next}`))
}

function get({ objects }: ObjectStorage, key: string, request: IncomingMessage, response: ServerResponse): void {
  const found = objects.get(key)
  if (!found) throw new Refusal(404, 'NoSuchKey')
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const part = start === undefined ? found : found.subarray(Number(start), Number(last) + 1)
  const headers = start === undefined ? {} : { 'content-range': `bytes ${start}-${last}/${found.length}` }
  end(response, start === undefined ? 200 : 206, part, headers)
}

function begin({ unfinished }: ObjectStorage, key: string, response: ServerResponse): void {
  const id = randomUUID()
  unfinished.set(id, { key, parts: new Map() })
  end(response, 200, xml('InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${id}</UploadId>`))
}

const MIN_PART_BYTES = 5 * 1_048_576

function complete(storage: ObjectStorage, query: URLSearchParams, body: Buffer, response: ServerResponse): void {
  const { key, parts } = unfinishedOf(storage, query)
  const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number))
  const wanted = numbers.map((number) => parts.get(number) ?? fail('InvalidPart'))
  if (wanted.slice(0, -1).some(({ length }) => length < MIN_PART_BYTES)) fail('EntityTooSmall')
  storage.objects.set(key, Buffer.concat(wanted))
  storage.unfinished.delete(query.get('uploadId') ?? '')
  end(response, 200, xml('CompleteMultipartUploadResult', `<Key>${key}</Key>`))
}

const fail = (code: string): never => {
  throw new Refusal(400, code)
}

const unfinishedOf = ({ unfinished }: ObjectStorage, query: URLSearchParams) =>
  unfinished.get(query.get('uploadId') ?? '') ?? fail('NoSuchUpload')

const xml = (name: string, inner: string): string => `<?xml version="1.0"?><${name}>${inner}</${name}>`
const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`

function end(
  response: ServerResponse,
  status: number,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Version 4 of Amazon's signatures, computed from what arrived. */
function requireSignature({ method, headers }: IncomingMessage, url: URL, body: Buffer): void {
  const [, day, region, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=PARLEYTEST\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const hash = String(headers['x-amz-content-sha256'])
  if (!day || !names || region !== REGION) throw new Refusal(403, 'AccessDenied')
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch')
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [method, url.pathname, query.join('&'), signed.join(''), names, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${KEYS.secretAccessKey}`, day))
  if (hmac(key, text).toString('hex') !== signature) throw new Refusal(403, 'SignatureDoesNotMatch')
}
