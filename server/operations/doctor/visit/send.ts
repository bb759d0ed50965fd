import { type ClientRequest, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Secret } from '../../../kernel/base/secret.ts'
import { makeProof, PROOF_HEADER, VISIT_PATH } from './proof.ts'

/** A request to the server through its public address, as a client makes it. Its headers are not sent yet. */
export function openVisit(
  url: string,
  secret: Secret,
  headers: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): { readonly request: ClientRequest; readonly proof: string } {
  const proof = makeProof(secret, Math.floor(Date.now() / 1000))
  const send = url.startsWith('https:') ? secureRequest : plainRequest
  const options = { method: 'POST', headers: { ...headers, [PROOF_HEADER]: proof }, agent: false as const, signal }
  const request = send(new URL(VISIT_PATH, url), options)
  // The caller that waits for an answer gets the error. A later error must not end the process.
  request.on('error', () => {})
  return { request, proof }
}
