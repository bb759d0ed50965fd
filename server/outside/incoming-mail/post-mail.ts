import { sendMessage } from '../../../api/endpoints/messages.ts'
import { foldCase } from '../../../api/fold-case.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Context } from '../../kernel/context.ts'
import { previewsLinks } from '../../kernel/rendering/link-previews.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import { checkContent } from '../../kernel/texts/message-text.ts'
import { requireMayCreateTopic, topicsPolicyOf } from '../../messages/sending/access.ts'
import { findTopic } from '../../messages/sending/find-destination.ts'
import { makeDraft } from '../../messages/sending/make-draft.ts'
import type { PreparedSend } from '../../messages/sending/prepare-send.ts'
import { followBySending } from '../../messages/sending/send-for.ts'
import { sendKey } from '../../messages/sending/send-key.ts'
import type { Destination } from '../../messages/sending/send-message.ts'
import type { SendOutcome } from '../../messages/sending/send-plan.ts'
import { sendPrepared } from '../../messages/sending/send-prepared.ts'
import { chooseTopic, isForwarded } from './choose-topic.ts'
import { composeMessage, type MailText } from './compose-message.ts'
import { findPlace, findPlaceAgain, type MailPlace } from './find-place.ts'
import { dropFiles, type KeptFiles, keepFiles, pathsOf } from './keep-files.ts'
import { keyOfMail } from './mail-key.ts'
import { wasSent } from './queries.ts'
import type { ReadMail } from './reading/read-mail.ts'
import type { Recipient } from './recipient.ts'
import { MailRefusal } from './refusal.ts'

export interface PostResult {
  readonly outcome: 'posted' | 'repeated'
  readonly realm: number
  readonly message?: number
}

/** Makes a message of a mail. The same mail to the same address again makes none. Returns when the message is committed. */
export async function postMail(context: Context, recipient: Recipient, mail: ReadMail): Promise<PostResult> {
  const place = await findPlace(context, recipient)
  if (recipient.kind === 'reply') requireOwnAddress(place, mail)
  const key = keyOfMail(recipient.token, mail)
  return oneAfterAnother(key, () => postOnce(context, place, { recipient, mail, key }))
}

/** Everybody who sees the mail knows the address for answers, for instance people to whom it was forwarded. */
function requireOwnAddress({ holder }: MailPlace, { from }: ReadMail): void {
  if (foldCase(from.address) !== foldCase(holder.user.deliveryEmail))
    throw new MailRefusal(550, 'Only the address of the person who got the mail can answer it')
}

interface MailPost {
  readonly recipient: Recipient
  readonly mail: ReadMail
  readonly key: string
}

async function postOnce(context: Context, place: MailPlace, wanted: MailPost): Promise<PostResult> {
  const { sender } = place
  const realm = sender.realm.id
  if (await wasSent(context.database.db, sender.user.id, wanted.key)) return { outcome: 'repeated', realm }
  const { destination, untold } = await findDestination(context, place, wanted.mail)
  const kept = await keepFiles(context, sender, wanted.mail.files)
  let sent: SendOutcome | undefined
  try {
    const draft = await draftOf(context, place, wanted, untold, kept)
    sent = await send(context, realm, wanted.recipient, { destination, draft })
  } finally {
    if (!isNew(sent)) await dropFiles(context, sender, kept.rows)
  }
  if (!isNew(sent)) return { outcome: 'repeated', realm }
  context.metrics.messagesSent.inc()
  await followTopic(context, sender, destination, sent)
  return { outcome: 'posted', realm, message: sent.id }
}

/** Another node may have been faster. */
const isNew = (sent: SendOutcome | undefined): sent is SendOutcome => sent !== undefined && sent.policy === undefined

async function findDestination(
  { database }: Context,
  place: MailPlace,
  { subject }: ReadMail,
): Promise<{ readonly destination: Destination; readonly untold: string }> {
  if ('conversation' in place) return { destination: place.conversation, untold: '' }
  const { holder, channel } = place
  const { topic, untold } = chooseTopic(subject, topicsPolicyOf(holder, channel))
  const destination = await findTopic(database, holder, channel, topic)
  // Checked again when it is sent. Here it keeps files from being stored in vain.
  if (destination.mayBeNewTopic) requireMayCreateTopic(holder, channel)
  return { destination, untold }
}

async function draftOf(
  { database, siteOf }: Context,
  { sender }: MailPlace,
  { recipient, mail, key }: MailPost,
  untold: string,
  kept: KeptFiles,
): Promise<PreparedSend['draft']> {
  const site = siteOf(sender.realm)
  const text: MailText = {
    mail,
    options: recipient.options,
    untold,
    isForwarded: isForwarded(mail.subject),
    isReply: recipient.kind === 'reply',
    files: kept.shown,
  }
  const render = async (content: string) => ({
    content,
    rendering: await renderContent(database, sender, site, content),
  })
  let message = await render(checkContent(composeMessage(text, { filesFirst: false })))
  // A block that the text leaves open swallows what comes below it.
  if (!pathsOf(kept).every((path) => message.rendering.attachments.includes(path)))
    message = await render(checkContent(composeMessage(text, { filesFirst: true })))
  return makeDraft(message.content, message.rendering, {
    previewsLinks: previewsLinks(sender, site, message.rendering),
    key: sendKey({ job: key }, []),
  })
}

/** Sends with the permission that the address has at that time. */
const send = (context: Context, realmId: number, recipient: Recipient, prepared: PreparedSend): Promise<SendOutcome> =>
  context.transact(realmId, async (tx) => {
    const { sender, holder } = await findPlaceAgain(context, tx, recipient)
    return sendPrepared(tx, sender, prepared, holder)
  })

/** The rules are those of other messages of a person. */
async function followTopic(
  context: Context,
  sender: Actor,
  destination: Destination,
  sent: SendOutcome,
): Promise<void> {
  if (sender.user.isBot) return
  const participant = {
    db: context.database.db,
    actor: sender,
    transact: <T>(work: Parameters<typeof context.transactAs<T>>[2]) =>
      context.transactAs(sender, sendMessage.emits ?? [], work),
  }
  await followBySending(participant, destination, sent, { logger: context.logger })
}

const running = new Map<string, Promise<unknown>>()

/** A mail that comes twice at once is posted by the first, and the second finds its message. */
async function oneAfterAnother<T>(key: string, work: () => Promise<T>): Promise<T> {
  while (running.has(key)) await running.get(key)?.catch(() => {})
  const working = work()
  running.set(key, working)
  try {
    return await working
  } finally {
    running.delete(key)
  }
}
