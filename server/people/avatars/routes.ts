import {
  deleteAvatar as deleteAvatarEndpoint,
  uploadAvatar as uploadAvatarEndpoint,
} from '../../../api/endpoints/avatars.ts'
import { badRequest, notLoggedIn } from '../../../api/errors.ts'
import { findShownUser } from '../../kernel/access/user-access.ts'
import { admitsVisitors } from '../../kernel/access/visitors.ts'
import { isFileToken } from '../../kernel/files/file-name.ts'
import { identicon } from '../../kernel/files/identicon.ts'
import type { FilePage } from '../../kernel/http/pages/file-pages.ts'
import { route } from '../../kernel/http/route.ts'
import { uploadRoute } from '../../kernel/http/upload-route.ts'
import { AVATAR_PIXELS, type AvatarSize, pictureUrl } from '../../kernel/realm-state/avatar.ts'
import { seesEmail } from '../../kernel/realm-state/sees-email.ts'
import { requireMayChangeAvatar } from './access.ts'
import { avatarFileName, withAvatar } from './avatar-files.ts'
import { AVATAR_RULES } from './avatar-rules.ts'
import { deleteAvatar } from './delete-avatar.ts'
import { uploadAvatar } from './upload-avatar.ts'

const notOneAvatar = () => badRequest('You must upload exactly one avatar.')

const RULES = { ...AVATAR_RULES, missing: notOneAvatar, several: notOneAvatar, admit: requireMayChangeAvatar }

export const avatarRoutes = {
  uploadAvatar: uploadRoute(uploadAvatarEndpoint, RULES, async (call) => {
    const { ctx, actor, file } = call
    const { user, released } = await withAvatar(ctx.files, actor.realm.id, file, (avatar) =>
      call.transact((tx) => uploadAvatar(tx, avatar)),
    )
    await ctx.files.discard(released)
    return { avatar_url: pictureUrl(user, true) }
  }),

  deleteAvatar: route(deleteAvatarEndpoint, async (call) => {
    const { user, released } = await call.transact(deleteAvatar)
    await call.ctx.files.discard(released)
    return { avatar_url: pictureUrl(user, true) }
  }),
}

/**
 * The picture of an account, by id or address. If the viewer may not find the account, the answer does not reveal why.
 */
const avatarOf = (path: string, size: AvatarSize): FilePage => ({
  path,
  auth: 'optional',
  answer({ realm, viewer, params }) {
    if (!viewer && !admitsVisitors(realm)) throw notLoggedIn()
    const who = params['user'] ?? ''
    const user = findShownUser(realm, viewer, /^\d+$/.test(who) ? Number(who) : who)
    if (!user) throw badRequest('No such user')
    return { redirect: pictureUrl(user, seesEmail(user, viewer), size) }
  },
})

/** `name.png` or `name-medium.png`. */
function readPicture(text: string | undefined): { name: string; size: AvatarSize } | null {
  const [, name, medium] = /^([0-9a-f]+)(-medium)?\.png$/.exec(text ?? '') ?? []
  return name === undefined ? null : { name, size: medium ? 'medium' : 'small' }
}

const PNG = 'image/png'

/** No credentials needed: the name of an uploaded picture cannot be guessed, and a generated one reveals nothing. */
export const avatarPages: readonly FilePage[] = [
  ...['', '/api/v1'].flatMap((prefix) => [
    avatarOf(`${prefix}/avatar/{user}`, 'small'),
    avatarOf(`${prefix}/avatar/{user}/medium`, 'medium'),
  ]),
  {
    path: '/user_avatars/{realm}/{picture}',
    auth: 'none',
    async answer({ ctx, realm, params }) {
      const picture = readPicture(params['picture'])
      if (!picture || !isFileToken(picture.name) || params['realm'] !== `${realm.id}`) return null
      const file = await ctx.files.open(avatarFileName(realm.id, picture.name, picture.size))
      return file && { type: PNG, size: file.size, content: file.stream }
    },
  },
  {
    path: '/user_avatars/{realm}/generated/{picture}',
    auth: 'none',
    answer({ realm, params }) {
      const picture = readPicture(params['picture'])
      if (!picture || !/^\d{1,10}$/.test(picture.name) || params['realm'] !== `${realm.id}`) return null
      const content = identicon(`${realm.id}/${picture.name}`, AVATAR_PIXELS[picture.size])
      return { type: PNG, size: content.length, content }
    },
  },
]
