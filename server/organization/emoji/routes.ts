import { deactivateCustomEmoji, getCustomEmoji, uploadCustomEmoji } from '../../../api/endpoints/emoji.ts'
import { badRequest } from '../../../api/errors.ts'
import { wire } from '../../../api/wire-name.ts'
import { isFileToken } from '../../kernel/files/file-name.ts'
import { identicon } from '../../kernel/files/identicon.ts'
import type { FilePage } from '../../kernel/http/pages/file-pages.ts'
import { route } from '../../kernel/http/route.ts'
import { uploadRoute } from '../../kernel/http/upload-route.ts'
import type { EmojiFormat } from '../../kernel/realm-state/records/custom-emoji.ts'
import { requireFreeEmojiName, requireMayAddEmoji } from './access.ts'
import { deactivateEmoji } from './deactivate-emoji.ts'
import { emojiFileName, MAX_EMOJI_FILE_SIZE_MIB, saveEmoji } from './emoji-files.ts'
import { EMOJI_LIST_PATH, emojiList } from './emoji-list.ts'
import { checkEmojiName } from './emoji-name.ts'
import { presentAllEmoji } from './present.ts'
import { uploadEmoji } from './upload-emoji.ts'

const notOneFile = () => badRequest('You must upload exactly one file.')

const UPLOAD_RULES = {
  mostBytes: MAX_EMOJI_FILE_SIZE_MIB * 1_048_576,
  tooLarge: () => badRequest(`Uploaded file is larger than the allowed limit of ${MAX_EMOJI_FILE_SIZE_MIB} MiB`),
  missing: notOneFile,
  several: notOneFile,
  admit: requireMayAddEmoji,
}

export const emojiRoutes = {
  uploadCustomEmoji: uploadRoute(uploadCustomEmoji, UPLOAD_RULES, async (call) => {
    const { ctx, actor, file, params } = call
    const name = checkEmojiName(params.emoji_name)
    requireFreeEmojiName(actor, name)
    const saved = await saveEmoji(ctx.files, actor.realm.id, file)
    await call
      .transact((tx) => uploadEmoji(tx, name, saved))
      .catch(async (error) => {
        await ctx.files.discard(saved.files.map((one) => one.name))
        throw error
      })
    return {}
  }),

  deactivateCustomEmoji: route(deactivateCustomEmoji, async (call) => {
    await call.transact((tx) => deactivateEmoji(tx, call.params.emoji_name))
    return {}
  }),

  getCustomEmoji: route(getCustomEmoji, ({ actor }) => ({ emoji: presentAllEmoji(actor.realm) })),
}

const isFormat = (text: string): text is EmojiFormat => text === 'png' || text === 'gif' || text === 'webp'

/** Answers by the name of the file alone, which nobody can guess. */
const picturesAt = (path: string, variantOf: (format: EmojiFormat) => EmojiFormat | 'still' | null): FilePage => ({
  path,
  auth: 'none',
  async answer({ ctx, realm, params }) {
    const [, token = '', format = ''] = /^([0-9a-f]+)\.([a-z]+)$/.exec(params['picture'] ?? '') ?? []
    if (!isFileToken(token) || !isFormat(format) || params['realm'] !== `${realm.id}`) return null
    const variant = variantOf(format)
    const file = variant && (await ctx.files.open(emojiFileName(realm.id, token, variant)))
    return file && { type: `image/${format}`, size: file.size, content: file.stream }
  },
})

const listPage: FilePage = {
  path: EMOJI_LIST_PATH,
  auth: 'none',
  answer({ params }) {
    const { fileName, content } = emojiList()
    return params['file'] === fileName ? { type: 'application/json', size: content.length, content } : null
  },
}

const EXTRA_PIXELS = 100

/** The one emoji that is neither Unicode nor custom. Messages and clients know the address of its picture. */
const extraEmojiPage: FilePage = {
  path: '/static/generated/emoji/images/emoji/unicode/{picture}',
  auth: 'none',
  answer({ params }) {
    if (params['picture'] !== `${wire('service')}.png`) return null
    const content = identicon('extra emoji', EXTRA_PIXELS)
    return { type: 'image/png', size: content.length, content }
  },
}

export const emojiPages: readonly FilePage[] = [
  listPage,
  picturesAt('/user_avatars/{realm}/emoji/images/{picture}', (format) => format),
  picturesAt('/user_avatars/{realm}/emoji/images/still/{picture}', (format) => (format === 'png' ? 'still' : null)),
  extraEmojiPage,
]
