import { type Clock, seconds } from '../../kernel/base/clock.ts'
import { jobKind } from '../../kernel/log/job.ts'
import { mailId } from '../../kernel/mail/mail-id.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { makeAddressProof } from './address-proof.ts'
import { invitationLink } from './key.ts'
import { invitationById } from './queries.ts'

interface AddressCheck {
  readonly invitationId: number
  readonly email: string
}

/** Somebody with a link wants to join with this address. */
export const addressCheck = jobKind<AddressCheck>('join-address-check')

/** Mails a link that proves the address, if nobody has an account with it. */
export async function mailAddressCheck(
  context: WorkContext & { readonly clock: Clock },
  realm: RealmState,
  { invitationId, email }: AddressCheck,
  jobId: string,
): Promise<void> {
  const { database, secret, mailer } = context
  const invitation = await invitationById(database.db, realm.id, invitationId)
  if (invitation?.state !== 'open' || realm.isDeactivated || realm.accountByEmail(email)) return
  const proof = makeAddressProof(secret, invitationId, email, seconds(context.clock))
  const link = `${invitationLink(context.addressOf(realm), secret.unsealKey(invitation.keySealed))}?proof=${proof}`
  await mailer.send({
    to: email,
    subject: `Join ${realm.name}`,
    text: `Hello,

open this link to join ${realm.name}:

${link}

The link is only for you and is valid for a day. If you did not ask for it, ignore this mail.
`,
    id: mailId(realm.id, jobId),
  })
}
