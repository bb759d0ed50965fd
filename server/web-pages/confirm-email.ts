import { ApiError } from '../../api/errors.ts'
import type { FormCall, FormPage, HtmlAnswer } from '../http/pages/form-pages.ts'
import { confirmEmailChange } from '../settings/change-own-email.ts'
import { form } from './form.ts'
import { page } from './page.ts'
import { pagesAt } from './pages-at.ts'

/** The page behind the link that confirms a new address. Only its button uses the link, because mail programs open links. */
export const confirmEmailPages: readonly FormPage[] = pagesAt('/accounts/confirm_new_email/{token}/', {
  proof: 'address',
  async show({ realm }) {
    return page({
      organization: realm.name,
      title: 'Confirm your new address',
      text: [`Your account in ${realm.name} gets the address to which we sent the link.`],
      form: form({ button: 'Confirm' }),
    })
  },
  async submit(call) {
    const { ctx, realm, params } = call
    const { token = '' } = params
    try {
      const user = await ctx.transact(realm.id, (tx) => confirmEmailChange(tx, ctx.secret, token))
      if (!user) return failed(call, 'It may have been used, or it is too old.')
      const text = [`The address of your account is ${user.deliveryEmail} now.`]
      return page({ organization: realm.name, title: 'Your address is changed', text })
    } catch (error) {
      if (error instanceof ApiError) return failed(call, error.message)
      throw error
    }
  },
})

const failed = ({ realm }: FormCall, why: string): HtmlAnswer =>
  page({ status: 404, organization: realm.name, title: 'This link does not work', text: [why] })
