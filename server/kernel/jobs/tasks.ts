import { deactivationMail, mailDeactivation } from '../../accounts/deactivation/mail-deactivation.ts'
import { addressCheck, mailAddressCheck } from '../../accounts/invitations/mail-address-check.ts'
import { invitationMail, mailInvitation } from '../../accounts/invitations/mail-invitation.ts'
import { acceptedInvitation, notifyInviter } from '../../accounts/invitations/notify-inviter.ts'
import { accountWelcome, sendWelcome } from '../../accounts/joining/send-welcome.ts'
import { mailPasswordReset, passwordResetMail } from '../../accounts/password-reset/mail-password-reset.ts'
import { mailSignIn, signInMail } from '../../accounts/sessions/mail-sign-in.ts'
import { mailSignUp, signUpMail } from '../../accounts/sign-up/mail-sign-up.ts'
import { channelWoken } from '../../channels/activity/activity-jobs.ts'
import { wakeChannel } from '../../channels/activity/update-activity.ts'
import { channelCreatedNotices, sendCreatedNotices } from '../../channels/notices/channel-notices.ts'
import { sendSubscriptionNotices, subscriptionNotices } from '../../channels/notices/send-subscription-notices.ts'
import { followWhereMentioned, mentionedFollowers } from '../../channels/user-topics/follow-where-mentioned.ts'
import { deleteMessagesOfUser, messagesOfUser } from '../../messages/deleting/delete-messages-of-user.ts'
import { addLinkPreviews } from '../../messages/link-previews/add-link-previews.ts'
import { linkPreviews } from '../../messages/link-previews/link-preview-jobs.ts'
import { deliverReminder, reminderDelivery } from '../../messages/reminders/deliver-reminder.ts'
import {
  deliverScheduledMessage,
  scheduledDelivery,
} from '../../messages/scheduled-messages/deliver-scheduled-message.ts'
import { backlogIndexing, indexBacklog } from '../../messages/search/index-backlog.ts'
import { exportWork } from '../../operations/exports/request-export.ts'
import { runExport } from '../../operations/exports/run-export.ts'
import { realmDeletion } from '../../organization/realm/deactivate-realm.ts'
import { deleteRealm } from '../../organization/realm/delete-realm.ts'
import { pushRegistration, registerAtRelay } from '../../outside/devices/register-at-relay.ts'
import { digestMail } from '../../outside/digest-mail/find-digests.ts'
import { sendDigest } from '../../outside/digest-mail/send-digest.ts'
import { missedMail } from '../../outside/missed-mail/find-missed.ts'
import { sendMissedMail } from '../../outside/missed-mail/send-missed-mail.ts'
import { deliverWebhooks } from '../../outside/webhooks/deliver-webhooks.ts'
import { webhookWork } from '../../outside/webhooks/webhook-jobs.ts'
import { groupNotices, sendGroupNotices } from '../../people/groups/send-group-notices.ts'
import {
  emailChangedNotice,
  emailChangeMail,
  mailEmailChange,
  mailEmailChanged,
} from '../../people/settings/mail-email-change.ts'
import { mailWelcome, welcomeMail } from '../../people/users/email/mail-welcome.ts'
import { emitSightInPieces, sightChanged } from '../../people/users/sight/emit-sight.ts'
import { type Task, task } from './task.ts'

/** All tasks. Do not remove a released name: jobs with that name may still be stored. */
export const TASKS: readonly Task[] = [
  task(channelCreatedNotices, (context, { realm, payload, signal }) =>
    sendCreatedNotices(context, realm, payload, signal),
  ),
  task(channelWoken, (context, { realm, payload }) => wakeChannel(context, realm.id, payload.channel)),
  task(subscriptionNotices, (context, { realm, id, payload, signal }) =>
    sendSubscriptionNotices(context, realm, payload, id, signal),
  ),
  task(webhookWork, (context, { realm, payload, signal }) => deliverWebhooks(context, realm, payload, signal)),
  task(groupNotices, (context, { realm, id, payload, signal }) =>
    sendGroupNotices(context, realm, payload, id, signal),
  ),
  task(mentionedFollowers, (context, { realm, payload }) => followWhereMentioned(context, realm, payload)),
  task(linkPreviews, (context, { realm, payload, signal }) => addLinkPreviews(context, realm, payload, signal)),
  task(scheduledDelivery, (context, { realm, payload }) => deliverScheduledMessage(context, realm, payload)),
  task(reminderDelivery, (context, { realm, payload }) => deliverReminder(context, realm, payload)),
  task(sightChanged, (context, { realm, payload, signal }) => emitSightInPieces(context, realm, payload, signal)),
  task(accountWelcome, (context, { realm, id, payload }) => sendWelcome(context, realm, payload, id)),
  // Not by way of the organization in memory: when the job runs again, it may be gone.
  { name: realmDeletion.task, run: (context, { realm }, signal) => deleteRealm(context, realm, signal) },
  task(invitationMail, (context, { realm, id, payload }) => mailInvitation(context, realm, payload, id)),
  task(addressCheck, (context, { realm, id, payload }) => mailAddressCheck(context, realm, payload, id)),
  task(messagesOfUser, (context, { realm, payload, signal }) => deleteMessagesOfUser(context, realm, payload, signal)),
  task(deactivationMail, (context, { realm, id, payload }) => mailDeactivation(context, realm, payload, id)),
  task(signInMail, (context, { realm, id, payload }) => mailSignIn(context, realm, payload, id)),
  task(missedMail, (context, { realm, id, payload }) => sendMissedMail(context, realm, payload.userId, id)),
  task(digestMail, (context, { realm, id, payload }) => sendDigest(context, realm, payload, id)),
  task(passwordResetMail, (context, { realm, id, payload }) => mailPasswordReset(context, realm, payload.email, id)),
  task(emailChangeMail, (context, { realm, id, payload }) => mailEmailChange(context, realm, payload.changeId, id)),
  task(emailChangedNotice, (context, { realm, id, payload }) => mailEmailChanged(context, realm, payload, id)),
  task(backlogIndexing, (context, { realm, signal }) => indexBacklog(context, realm, signal)),
  task(signUpMail, (context, { realm, id, payload }) => mailSignUp(context, realm, payload.email, id)),
  task(welcomeMail, (context, { realm, id, payload }) => mailWelcome(context, realm, payload.userId, id)),
  task(pushRegistration, (context, { realm, payload, signal }) => registerAtRelay(context, realm, payload, signal)),
  task(acceptedInvitation, (context, { realm, id, payload }) => notifyInviter(context, realm, payload, id)),
  task(exportWork, (context, { realm, payload, signal }) => runExport(context, realm, payload.exportId, signal)),
]
