import { ApiError } from '../../../api/errors.ts'
import type { FormCall, FormPage, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'

/** A page at an address that ends with a slash, and at the same without it. */
export const pagesAt = (path: `${string}/`, handlers: Omit<FormPage, 'path' | 'refuse'>): FormPage[] =>
  [path, path.slice(0, -1)].map((one) => ({ path: one, refuse, ...handlers }))

/** Answers a form that has lost its cookie, or that another site has sent. */
function refuse({ realm }: FormCall, { status }: ApiError): HtmlAnswer {
  const text = [
    'This form is too old, or your browser does not accept cookies. Go back, load the page again and retry.',
  ]
  return page({ status, organization: realm.name, title: 'The form was not accepted', text })
}

/** Shows a page that explains the refusal where the work is refused. */
export const orExplained = (work: Promise<HtmlAnswer>, explain: (error: ApiError) => HtmlAnswer): Promise<HtmlAnswer> =>
  work.catch((error) => {
    if (error instanceof ApiError) return explain(error)
    throw error
  })

/** What a page says about a refusal. */
export interface Problem {
  readonly status: number
  readonly error: string
  readonly retryAfter: number | undefined
}

/** Waiting times are named in minutes or hours. Everything else is said as the server says it. */
export function problemOf(error: ApiError): Problem {
  const seconds = error.code === 'RATE_LIMIT_HIT' ? Number(error.data['retry-after']) : undefined
  if (seconds === undefined) return { status: error.status, error: error.message, retryAfter: undefined }
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes <= 1 ? 'a minute' : minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  return { status: error.status, error: `Too many attempts. Try again in ${wait}.`, retryAfter: Math.ceil(seconds) }
}
