import type { FormCall, FormPage, HtmlAnswer } from '../http/pages/form-pages.ts'
import { stopMail } from '../missed-mail/stop-mail.ts'
import { readUnsubscribe } from '../missed-mail/unsubscribe-link.ts'
import { form } from './form.ts'
import { page } from './page.ts'
import { pagesAt } from './pages-at.ts'

/** The page behind the link in mail about missed messages. Mail programs send its form by themselves when asked to. */
export const unsubscribePages: readonly FormPage[] = pagesAt('/unsubscribe/{token}/', {
  proof: 'address',
  async show(call) {
    const { ctx, realm, params } = call
    const { token = '' } = params
    const userId = readUnsubscribe(ctx.secret, token)
    const user = userId === null ? undefined : realm.users.get(userId)
    if (!user?.isActive) return deadLink(call)
    return page({
      organization: realm.name,
      title: 'Stop mail?',
      text: [
        `${user.deliveryEmail} will get no more mail about missed messages. You can change this in your settings.`,
      ],
      form: form({ button: 'Stop mail' }),
    })
  },
  async submit(call) {
    const { ctx, realm, params } = call
    const { token = '' } = params
    const userId = readUnsubscribe(ctx.secret, token)
    const isDone = userId !== null && (await ctx.transact(realm.id, (tx) => stopMail(tx, userId)))
    if (!isDone) return deadLink(call)
    const text = ['You get no more mail about missed messages.']
    return page({ organization: realm.name, title: 'Mail is stopped', text })
  },
})

const deadLink = ({ realm }: FormCall): HtmlAnswer =>
  page({ status: 404, organization: realm.name, title: 'This link does not work', text: ['It is not one of ours.'] })
