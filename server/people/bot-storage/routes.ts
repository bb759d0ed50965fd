import { getBotStorage, removeBotStorage, updateBotStorage } from '../../../api/endpoints/bot-storage.ts'
import { route } from '../../kernel/http/route.ts'
import { requireBot } from './access.ts'
import { loadStorage } from './queries.ts'
import { keyMissing, removeStorage, updateStorage } from './update-storage.ts'

export const botStorageRoutes = {
  getBotStorage: route(getBotStorage, async ({ db, actor: { realm, user }, params: { keys } }) => {
    requireBot(user)
    const stored = await loadStorage(db, realm.id, user.id, keys)
    if (keys?.some((key) => !stored.has(key))) throw keyMissing()
    return { storage: Object.fromEntries(stored) }
  }),

  updateBotStorage: route(updateBotStorage, async (call) => {
    requireBot(call.actor.user)
    await call.transact((tx) => updateStorage(tx, call.params.storage))
    return {}
  }),

  removeBotStorage: route(removeBotStorage, async (call) => {
    requireBot(call.actor.user)
    await call.transact((tx) => removeStorage(tx, call.params.keys))
    return {}
  }),
}
