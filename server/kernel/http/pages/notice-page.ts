import type { HtmlAnswer } from './form-pages.ts'
import { page } from './plain-page.ts'

/** What is shown instead of the app where it could do nothing. */
export const noticePage = (realm: { readonly name: string } | null): HtmlAnswer =>
  realm
    ? page({
        organization: realm.name,
        title: 'This organization has been deactivated',
        text: ['Nobody can sign in until the operator reactivates it.'],
      })
    : page({
        status: 404,
        organization: 'Parley',
        title: 'No organization has this address',
        text: ['Ask the operator which address is yours.'],
      })

/** Answers an address that does not exist. */
export const unknownPage = (realm: { readonly name: string } | null): HtmlAnswer =>
  page({
    status: 404,
    organization: realm?.name ?? 'Parley',
    title: 'This page does not exist',
    text: [
      'The address may be cut off, or from another organization. If somebody sent it to you, ask them for it again.',
    ],
    form: realm ? '<a class="button" href="/">Inbox</a>' : '',
  })
