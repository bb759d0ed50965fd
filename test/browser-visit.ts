import { formPages } from '../server/accounts/pages/routes.ts'
import type { TestServer } from './harness.ts'
import { recordPage } from './record-coverage.ts'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The path of the page in the inventory. A path without parameters comes first. */
function pageAt(path: string): string | undefined {
  const wanted = path.split('?', 1)[0]!
  const pages = formPages.map((page) => page.path)
  return (
    pages.find((page) => page === wanted) ??
    pages.find((page) => new RegExp(`^${page.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(wanted))
  )
}

/** HTML without its icons, which say nothing. */
export const withoutIcons = (html: string): string => html.replaceAll(/<svg.*?<\/svg>/gs, '')

/** A browser without script: it keeps cookies and sends forms with the token of their page. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>

  constructor({ url }: Pick<TestServer, 'url'>, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url
    this.#headers = headers
  }

  get #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async request(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { cookie: this.#cookie, ...this.#headers, ...(init.headers as Record<string, string>) }
    const answer = await fetch(`${this.#url}${path}`, { redirect: 'manual', ...init, headers })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/Max-Age=0/.test(set)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const page = pageAt(path)
    // Some pages do nothing but lead on. Those that lead to the sign-in have refused.
    const leadsTo = answer.headers.get('location')
    const ok = answer.ok || (leadsTo !== null && !leadsTo.startsWith('/login'))
    // Every page also has an address without the last slash.
    if (page !== undefined && init.method === undefined) recordPage(`GET ${page.replace(/\/?$/, '/')}`, { ok })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  /** Opens a page and sends its form. */
  async send(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    const { text } = await this.request(path)
    const token = /name="csrfmiddlewaretoken" value="([^"]*)"/.exec(text)?.[1]
    const form = { ...(token === undefined ? {} : { csrfmiddlewaretoken: token }), ...fields }
    return this.request(path, { method: 'POST', body: new URLSearchParams(form) })
  }

  signIn(username: string, password: string, next = '/'): Promise<Answer> {
    return this.send('/login/', { username, password, next })
  }

  /** Calls an operation as a page of the web app does. */
  async json(method: string, path: string, fields: Readonly<Record<string, string>> = {}, headers = {}) {
    const token = this.cookies.get('csrftoken') ?? this.cookies.get('__Host-csrftoken') ?? ''
    const sent = { 'X-CSRFToken': token, ...headers }
    const query = new URLSearchParams(fields)
    const isRead = method === 'GET'
    const init = { method, headers: sent, ...(isRead ? {} : { body: query }) }
    const answer = await this.request(`/json${path}${isRead && query.size > 0 ? `?${query}` : ''}`, init)
    return { ...answer, body: JSON.parse(answer.text) as Record<string, unknown> }
  }
}
