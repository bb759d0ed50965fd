import * as endpoints from '../../../api/endpoints/realm-pictures.ts'
import { badRequest } from '../../../api/errors.ts'
import { isFileToken } from '../../kernel/files/file-name.ts'
import type { SavedFile } from '../../kernel/files/file-store.ts'
import { identicon } from '../../kernel/files/identicon.ts'
import type { FilePage } from '../../kernel/http/pages/file-pages.ts'
import { requireRole } from '../../kernel/http/request/authentication.ts'
import { type Call, route } from '../../kernel/http/route.ts'
import { uploadRoute } from '../../kernel/http/upload-route.ts'
import type { RealmPictureKind } from '../../kernel/realm-state/realm-picture.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { changeRealmPicture } from './change-picture.ts'
import { MAX_REALM_PICTURE_MIB, realmPictureFileName, saveRealmPicture } from './picture-files.ts'
import { realmPictureUrl } from './present.ts'
import { uploadRealmPicture } from './upload-picture.ts'

const rulesFor = (what: string) => {
  const notOne = () => badRequest(`You must upload exactly one ${what}.`)
  return {
    mostBytes: MAX_REALM_PICTURE_MIB * 1_048_576,
    tooLarge: () => badRequest(`Uploaded file is larger than the allowed limit of ${MAX_REALM_PICTURE_MIB} MiB`),
    missing: notOne,
    several: notOne,
  }
}

type Caller = Pick<Call<typeof endpoints.uploadRealmIcon>, 'ctx' | 'actor' | 'transact'>

async function upload(call: Caller, kind: RealmPictureKind, file: SavedFile): Promise<string> {
  const { ctx, actor } = call
  const picture = await saveRealmPicture(ctx.files, actor.realm.id, kind, file)
  const changing = change(call, kind, (tx) => uploadRealmPicture(tx, kind, picture))
  return changing.catch(async (error) => {
    await ctx.files.discard([picture.file.name])
    throw error
  })
}

const remove = (call: Caller, kind: RealmPictureKind): Promise<string> =>
  change(call, kind, (tx) => changeRealmPicture(tx, kind, null))

/** The role is asked for again: a picture takes a while to arrive. */
async function change(
  call: Caller,
  kind: RealmPictureKind,
  work: (tx: CallTx) => Promise<readonly string[]>,
): Promise<string> {
  const released = await call.transact((tx) => {
    requireRole('administrator', tx.actor.user)
    return work(tx)
  })
  await call.ctx.files.discard(released)
  return realmPictureUrl(call.actor.realm.info, kind)
}

const logo = (night: boolean): RealmPictureKind => (night ? 'night_logo' : 'logo')

export const realmPictureRoutes = {
  uploadRealmIcon: uploadRoute(endpoints.uploadRealmIcon, rulesFor('icon'), async (call) => ({
    icon_url: await upload(call, 'icon', call.file),
  })),

  deleteRealmIcon: route(endpoints.deleteRealmIcon, async (call) => ({ icon_url: await remove(call, 'icon') })),

  getRealmIcon: route(endpoints.getRealmIcon, ({ actor }) => ({ icon_url: realmPictureUrl(actor.realm.info, 'icon') })),

  uploadRealmLogo: uploadRoute(endpoints.uploadRealmLogo, rulesFor('logo'), async (call) => ({
    logo_url: await upload(call, logo(call.params.night), call.file),
  })),

  deleteRealmLogo: route(endpoints.deleteRealmLogo, async (call) => ({
    logo_url: await remove(call, logo(call.params.night)),
  })),

  getRealmLogo: route(endpoints.getRealmLogo, ({ actor, params }) => ({
    logo_url: realmPictureUrl(actor.realm.info, logo(params.night)),
  })),
}

const PNG = 'image/png'
const GENERATED_PIXELS = 100

/** Without credentials: everybody who sees the sign-in page sees the icon. */
export const realmPicturePages: readonly FilePage[] = [
  {
    path: '/user_avatars/{realm}/realm/{picture}',
    auth: 'none',
    async answer({ ctx, realm, params }) {
      const [, name] = /^(\w+)\.png$/.exec(params['picture'] ?? '') ?? []
      if (name === undefined || params['realm'] !== `${realm.id}`) return null
      if (name === 'generated') {
        const content = identicon(`organization ${realm.info.uuid}`, GENERATED_PIXELS)
        return { type: PNG, size: content.length, content }
      }
      if (!isFileToken(name)) return null
      const file = await ctx.files.open(realmPictureFileName(realm.id, name))
      return file && { type: PNG, size: file.size, content: file.stream }
    },
  },
]
