import { seconds } from '../../kernel/base/clock.ts'
import type { FormCall, FormPage, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import { confirmEmailChange, isEmailChangeOpen } from '../../people/settings/change-own-email.ts'
import { form } from './form.ts'
import { orExplained, pagesAt } from './pages-at.ts'

/** The page behind the link that confirms a new address. Only its button uses the link, because mail programs open links. */
export const confirmEmailPages: readonly FormPage[] = pagesAt('/accounts/confirm_new_email/{token}/', {
  proof: 'address',
  show: (call) => explained(call, show),
  submit: (call) => explained(call, submit),
})

/** Says at once that a link does not work, and uses none. */
async function show(call: FormCall): Promise<HtmlAnswer> {
  const { ctx, realm, params } = call
  const link = { db: ctx.database.db, realm, secret: ctx.secret, now: seconds(ctx.clock) }
  if (!(await isEmailChangeOpen(link, params['token'] ?? ''))) return failed(call, USED)
  return page({
    organization: realm.name,
    title: 'Confirm your new address',
    text: [`Your account in ${realm.name} gets the address to which we sent the link.`],
    form: form({ button: 'Confirm' }),
  })
}

async function submit(call: FormCall): Promise<HtmlAnswer> {
  const { ctx, realm, params } = call
  const { token = '' } = params
  const user = await ctx.transact(realm.id, (tx) => confirmEmailChange(tx, ctx.secret, token))
  if (!user) return failed(call, USED)
  const text = [`The address of your account is ${user.deliveryEmail} now.`]
  return page({ organization: realm.name, title: 'Your address is changed', text })
}

const explained = (call: FormCall, work: (call: FormCall) => Promise<HtmlAnswer>): Promise<HtmlAnswer> =>
  orExplained(work(call), (error) => failed(call, error.message))

const USED = 'It may have been used, or it is too old.'

const failed = ({ realm }: FormCall, why: string): HtmlAnswer =>
  page({ status: 404, organization: realm.name, title: 'This link does not work', text: [why] })
