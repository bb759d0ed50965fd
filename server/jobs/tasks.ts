import { channelWoken } from '../channels/activity/activity-jobs.ts'
import { wakeChannel } from '../channels/activity/update-activity.ts'
import { channelCreatedNotices, sendCreatedNotices } from '../channels/notices/channel-notices.ts'
import { sendSubscriptionNotices, subscriptionNotices } from '../channels/notices/send-subscription-notices.ts'
import { pushRegistration, registerAtRelay } from '../devices/register-at-relay.ts'
import { digestMail } from '../digest-mail/find-digests.ts'
import { sendDigest } from '../digest-mail/send-digest.ts'
import { exportWork } from '../exports/request-export.ts'
import { runExport } from '../exports/run-export.ts'
import { groupNotices, sendGroupNotices } from '../groups/send-group-notices.ts'
import { addressCheck, mailAddressCheck } from '../invitations/mail-address-check.ts'
import { invitationMail, mailInvitation } from '../invitations/mail-invitation.ts'
import { acceptedInvitation, notifyInviter } from '../invitations/notify-inviter.ts'
import { addLinkPreviews } from '../link-previews/add-link-previews.ts'
import { linkPreviews } from '../link-previews/link-preview-jobs.ts'
import { deleteMessagesOfUser, messagesOfUser } from '../messages/deleting/delete-messages-of-user.ts'
import { missedMail } from '../missed-mail/find-missed.ts'
import { sendMissedMail } from '../missed-mail/send-missed-mail.ts'
import { mailPasswordReset, passwordResetMail } from '../password-reset/mail-password-reset.ts'
import { realmDeletion } from '../realm/deactivate-realm.ts'
import { deleteRealm } from '../realm/delete-realm.ts'
import { deliverReminder, reminderDelivery } from '../reminders/deliver-reminder.ts'
import { deliverScheduledMessage, scheduledDelivery } from '../scheduled-messages/deliver-scheduled-message.ts'
import { backlogIndexing, indexBacklog } from '../search/index-backlog.ts'
import { mailSignIn, signInMail } from '../sessions/mail-sign-in.ts'
import {
  emailChangedNotice,
  emailChangeMail,
  mailEmailChange,
  mailEmailChanged,
} from '../settings/mail-email-change.ts'
import { mailSignUp, signUpMail } from '../sign-up/mail-sign-up.ts'
import { followWhereMentioned, mentionedFollowers } from '../user-topics/follow-where-mentioned.ts'
import { mailWelcome, welcomeMail } from '../users/email/mail-welcome.ts'
import { deactivationMail, mailDeactivation } from '../users/mail-deactivation.ts'
import { accountWelcome, sendWelcome } from '../users/send-welcome.ts'
import { emitSightInPieces, sightChanged } from '../users/sight/emit-sight.ts'
import { deliverWebhooks } from '../webhooks/deliver-webhooks.ts'
import { webhookWork } from '../webhooks/webhook-jobs.ts'
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
  task(invitationMail, (context, { realm, id, payload }) => mailInvitation(context, realm, payload.invitationId, id)),
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
