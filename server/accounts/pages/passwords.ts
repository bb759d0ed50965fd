import type { FormCall, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import { requirePasswords } from '../../organization/sign-in-methods/methods.ts'
import { orExplained, problemOf } from './pages-at.ts'
import { back } from './sign-in.ts'

/** For pages about passwords: says that the organization has none, where it has switched them off. */
export const ifPasswords = ({ ctx, realm }: FormCall, show: () => Promise<HtmlAnswer>): Promise<HtmlAnswer> =>
  orExplained(
    Promise.resolve()
      .then(() => requirePasswords(ctx.config, realm))
      .then(show),
    (error) =>
      page({ ...problemOf(error), organization: realm.name, title: 'There are no passwords here', links: back }),
  )
