import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { invitationsInvariants } from './invariants.ts'
import { addressCheck, mailAddressCheck } from './mail-address-check.ts'
import { invitationMail, mailInvitation } from './mail-invitation.ts'
import { acceptedInvitation, notifyInviter } from './notify-inviter.ts'
import { invitationRoutes } from './routes.ts'

export const invitationsFeature = feature({
  shares: ['address-proof', 'invitation', 'key', 'mail-address-check', 'queries', 'redeem-invitation'],
  routes: invitationRoutes,
  tasks: [
    task(invitationMail, (context, { realm, id, payload }) => mailInvitation(context, realm, payload, id)),
    task(addressCheck, (context, { realm, id, payload }) => mailAddressCheck(context, realm, payload, id)),
    task(acceptedInvitation, (context, { realm, id, payload }) => notifyInviter(context, realm, payload, id)),
  ],
  invariants: invitationsInvariants,
})
