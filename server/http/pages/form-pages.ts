import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../api/errors.ts'
import type { Context } from '../../context.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'
import { ALWAYS } from '../answer/answer.ts'
import { RateLimitError } from '../limits/rate-limit-error.ts'
import { type Fields, readFields, readQuery } from '../request/read-params.ts'
import { hostOf } from '../request/request-host.ts'
import type { Kernel } from '../serve.ts'

export interface FormCall {
  readonly ctx: Context
  readonly realm: RealmState
  readonly params: Readonly<Record<string, string>>
  /** A field of the form, or of the query. Empty where there is none. */
  field(name: string): string
  /** Counts a mail that a form sends to an address that anybody can write into it. Throws when there were too many. */
  countMail(): void
}

export interface HtmlAnswer {
  readonly status: number
  readonly html: string
}

/** A page of HTML with a form that is sent to the same address. It needs no script. */
export interface FormPage {
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly show: (call: FormCall) => Promise<HtmlAnswer>
  readonly submit: (call: FormCall) => Promise<HtmlAnswer>
}

/** Addresses of these pages contain keys, so no other site may learn them. Nothing is loaded, and no script runs. */
const HEADERS = {
  ...ALWAYS,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
}

export function addFormPages(app: FastifyInstance, kernel: Kernel, pages: readonly FormPage[]): void {
  for (const { path, show, submit } of pages) {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const serve = (handler: FormPage['show']) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { status, html } = await handler(await callOf(kernel, request))
      return reply.code(status).headers(HEADERS).type('text/html; charset=utf-8').send(html)
    }
    app.get(url, serve(show))
    app.post(url, serve(submit))
  }
}

async function callOf({ ctx, limits, addressOf }: Kernel, { raw, body, params }: FastifyRequest): Promise<FormCall> {
  const realm = await ctx.realms.forHost(hostOf(raw))
  if (!realm) throw new ApiError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain')
  const query = readQuery(raw.url ?? '')
  const form: Fields = body instanceof Buffer ? await readFields(body, raw.headers['content-type']) : new Map()
  return {
    ctx,
    realm,
    params: params as FormCall['params'],
    field(name) {
      const value = form.get(name) ?? query.get(name)
      return typeof value === 'string' ? value : ''
    },
    countMail() {
      const usage = limits.countFormMail(addressOf(raw))
      if (usage?.isExceeded) throw new RateLimitError(usage)
    },
  }
}
