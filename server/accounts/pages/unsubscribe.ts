import type { FormCall, FormPage, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import { stopMail } from '../../outside/mail/stop-mail.ts'
import { type MailKind, readUnsubscribe } from '../../outside/mail/unsubscribe-link.ts'
import { form } from './form.ts'
import { pagesAt } from './pages-at.ts'

const WHAT: Readonly<Record<MailKind, string>> = { missed: 'mail about missed messages', digest: 'weekly digests' }

/** The page behind the link in mail that a person can stop. Mail programs send its form by themselves when asked to. */
export const unsubscribePages: readonly FormPage[] = pagesAt('/unsubscribe/{token}/', {
  proof: 'address',
  async show(call) {
    const { ctx, realm, params } = call
    const { token = '' } = params
    const link = readUnsubscribe(ctx.secret, token)
    const user = link ? realm.users.get(link.userId) : undefined
    if (!link || !user?.isActive) return deadLink(call)
    return page({
      organization: realm.name,
      title: 'Stop mail?',
      text: [`${user.deliveryEmail} will get no more ${WHAT[link.kind]}. You can change this in your settings.`],
      form: form({ button: 'Stop mail' }),
    })
  },
  async submit(call) {
    const { ctx, realm, params } = call
    const { token = '' } = params
    const link = readUnsubscribe(ctx.secret, token)
    const isDone = link !== null && (await ctx.transact(realm.id, (tx) => stopMail(tx, link.userId, link.kind)))
    if (!link || !isDone) return deadLink(call)
    const text = [`You get no more ${WHAT[link.kind]}.`]
    return page({ organization: realm.name, title: 'Mail is stopped', text })
  },
})

const deadLink = ({ realm }: FormCall): HtmlAnswer =>
  page({ status: 404, organization: realm.name, title: 'This link does not work', text: ['It is not one of ours.'] })
