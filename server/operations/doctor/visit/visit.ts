import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import type { Secret } from '../../../kernel/base/secret.ts'
import { answerTo, type VisitAnswer, WAIT_HEADER } from './proof.ts'
import { openVisit } from './send.ts'

/** The result of a request to the public address. */
export type Visit =
  /** The code of the error. */
  | { readonly failure: string }
  | { readonly isOurs: false; readonly status: number }
  | {
      readonly isOurs: true
      readonly seen: VisitAnswer
      /** Milliseconds. Null without encryption. */
      readonly certificateEnds: number | null
    }

const PATIENCE = 10_000

export async function visitPublicAddress(
  url: string,
  secret: Secret,
  signal: AbortSignal,
  waitSeconds = 0,
): Promise<Visit> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE + waitSeconds * 1000)])
  const headers = { 'content-length': 0, ...(waitSeconds > 0 ? { [WAIT_HEADER]: waitSeconds } : {}) }
  try {
    const { request, proof } = openVisit(url, secret, headers, limit)
    request.end()
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    const certificateEnds = endOfCertificate(request)
    const seen = seenIn(await text(answer), answerTo(secret, proof))
    return seen ? { isOurs: true, seen, certificateEnds } : { isOurs: false, status: answer.statusCode ?? 0 }
  } catch (error) {
    return { failure: codeOf(error) }
  }
}

/** Undefined if somebody else has answered. */
function seenIn(body: string, expected: string): VisitAnswer | undefined {
  try {
    const { answer, seen } = JSON.parse(body) as { answer?: string; seen?: VisitAnswer }
    return answer === expected ? seen : undefined
  } catch {
    return undefined
  }
}

function endOfCertificate({ socket }: ClientRequest): number | null {
  const certificate = (socket as TLSSocket | null)?.getPeerCertificate?.()
  return certificate?.valid_to ? Date.parse(certificate.valid_to) : null
}

/** Node throws several errors at once when a name has several addresses. */
function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const { code, name, message } = first as NodeJS.ErrnoException
  return name === 'AbortError' || name === 'TimeoutError' ? 'no answer' : (code ?? message)
}
