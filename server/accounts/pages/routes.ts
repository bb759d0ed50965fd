import type { FormPage } from '../../kernel/http/pages/form-pages.ts'
import { apiKeyPages } from './api-key.ts'
import { confirmEmailPages } from './confirm-email.ts'
import { connectPages } from './connect-account.ts'
import { continuePages } from './continue-call.ts'
import { devicePages } from './devices.ts'
import { joinPages } from './join.ts'
import { joinedPages } from './joined.ts'
import { resetPages } from './reset-password.ts'
import { signInPages } from './sign-in.ts'
import { signOutPages } from './sign-out.ts'
import { signUpPages } from './sign-up.ts'
import { singleSignOnPages } from './single-sign-on.ts'
import { unsubscribePages } from './unsubscribe.ts'

/** Pages with forms, which work without a client and without script. */
export const formPages: readonly FormPage[] = [
  ...signInPages,
  ...signOutPages,
  ...resetPages,
  ...confirmEmailPages,
  ...devicePages,
  ...apiKeyPages,
  ...joinPages,
  ...signUpPages,
  ...unsubscribePages,
  ...singleSignOnPages,
  ...joinedPages,
  ...connectPages,
  ...continuePages,
]
