import type { CustomFetch } from 'openid-client'
import { replyOf } from '../../kernel/base/outgoing-answer.ts'
import { type OutgoingReply, type OutgoingRequests, readJsonObject } from '../../kernel/base/outgoing-requests.ts'
import { refusalOf } from '../../outside/oauth/request-token.ts'
import { ProviderFailure } from './provider-failure.ts'

/** Lets the library reach the provider through the guarded client only. It sees nothing but successes with JSON objects. */
export const fetchThrough =
  (outgoing: OutgoingRequests): CustomFetch =>
  async (url, { method, headers, body }) => {
    const request =
      method === 'POST' ? outgoing.post(url, { headers, body: String(body) }) : outgoing.get(url, { headers })
    const reply = await replyOf(request)
    if ('reason' in reply) throw new ProviderFailure(`it does not answer: ${reply.reason}`, true)
    if (reply.status < 200 || reply.status > 299) throw refusal(method, reply)
    if (!readJsonObject(reply.body)) throw new ProviderFailure('its answer is no JSON object', true)
    return new Response(reply.body, { headers: { 'content-type': 'application/json' } })
  }

/** Only a request for a token can be refused for good. */
function refusal(method: string, reply: OutgoingReply): ProviderFailure {
  const { reason, isRefused } = refusalOf(reply)
  return method === 'POST'
    ? new ProviderFailure(`it gave no token: ${reason}`, !isRefused)
    : new ProviderFailure(`it does not answer: ${reason}`, true)
}
