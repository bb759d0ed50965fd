import {
  deleteRealmExport,
  exportRealm,
  getRealmExportConsents,
  getRealmExports,
} from '../../../api/endpoints/exports.ts'
import type { Config } from '../../kernel/base/config.ts'
import { isFileToken } from '../../kernel/files/file-name.ts'
import type { FilePage } from '../../kernel/http/pages/file-pages.ts'
import { route } from '../../kernel/http/route.ts'
import { mayHaveExport, requireDeletableExport, requireSmallRealm } from './access.ts'
import { archiveFile, downloadName } from './archive-file.ts'
import { deleteExport } from './delete-export.ts'
import { presentExport } from './present.ts'
import { exportByToken, listExports } from './queries.ts'
import { requestExport } from './request-export.ts'
import { consents, isActivePerson } from './scope.ts'

/** The address of the operator, without a name. */
const operatorOf = ({ mailFrom }: Config): string => /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom

export const exportRoutes = {
  exportRealm: route(exportRealm, async (call) => {
    const { ctx, actor, params } = call
    await requireSmallRealm(call.db, actor.realm.id, operatorOf(ctx.config))
    const request = {
      type: params.export_type,
      ownersMayHaveAll: ctx.config.ownerFullExports,
      url: ctx.addressOf(actor.realm),
    }
    return { id: await call.transact((tx) => requestExport(tx, request)) }
  }),

  getRealmExports: route(getRealmExports, async ({ ctx, db, actor: { realm } }) => {
    const rows = await listExports(db, realm.id)
    return { exports: rows.map((row) => presentExport(row, ctx.addressOf(realm))) }
  }),

  deleteRealmExport: route(deleteRealmExport, async (call) => {
    const { ctx, actor, params } = call
    const url = ctx.addressOf(actor.realm)
    const name = await call.transact(async (tx) =>
      deleteExport(tx, await requireDeletableExport(tx.db, tx.realm.id, params.export_id), url),
    )
    await ctx.files.discard([name])
    return {}
  }),

  getRealmExportConsents: route(getRealmExportConsents, ({ actor: { realm } }) => ({
    export_consents: [...realm.users.values()].filter(isActivePerson).map((user) => ({
      user_id: user.id,
      consented: consents(user),
      email_address_visibility: user.emailAddressVisibility as 1 | 2 | 3 | 4 | 5,
    })),
  })),
}

/** Only those who may ask for such an export can download it. For others it does not exist. */
export const exportPages: readonly FilePage[] = [
  {
    path: '/exports/{grant}/{name}',
    auth: 'optional',
    async answer({ ctx, db, realm, viewer, params }) {
      const { grant: token = '', name } = params
      if (!viewer || viewer.isBot || !isFileToken(token)) return null
      const row = await exportByToken(db, realm.id, token)
      if (!row || name !== downloadName(row.id) || !mayHaveExport(viewer, row.type, ctx.config.ownerFullExports))
        return null
      return {
        type: 'application/gzip',
        size: row.size!,
        disposition: `attachment; filename="${downloadName(row.id)}"`,
        open: async (range) => (await ctx.files.open(archiveFile(realm.id, token), range))?.stream ?? null,
      }
    },
  },
]
